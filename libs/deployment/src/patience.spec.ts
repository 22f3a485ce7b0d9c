import type { HttpAnswer } from './http-exchange';
import { type Patience, patiently, requestPatiently } from './patience';

function patienceOf(limit: number): Patience & { slept: number[] } {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const slept: number[] = [];
  return {
    slept,
    limitMs: limit,
    end: Number.POSITIVE_INFINITY,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}

const limited = (retryAfter: string | undefined, status = 429): HttpAnswer => ({
  url: 'https://a.example/',
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: Buffer.alloc(0),
  redirectedFrom: [],
});

async function waitsFor(answer: HttpAnswer, limit: number): Promise<number[]> {
  const patience = patienceOf(limit);
  const client = { request: async () => answer, close: () => undefined };
  await requestPatiently(client, 'https://a.example/', { timeoutMs: 1, maxBytes: 1 }, patience);
  return patience.slept;
}

describe('patience', () => {
  it('waits twice as long each time, never beyond the limit', async () => {
    const patience = patienceOf(130_000);
    const { attempts } = await patiently(
      patience,
      async () => 'stale',
      () => true,
    );
    expect(patience.slept).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(attempts).toBe(9);
  });

  it('waits as long as a host asks for, in seconds or until a date', async () => {
    expect(await waitsFor(limited('5'), 11_000)).toEqual([5000, 5000]);
    expect(await waitsFor(limited('Thu, 01 Jan 2026 00:00:03 GMT'), 3000)).toEqual([3000]);
    expect(await waitsFor(limited('soon'), 3000)).toEqual([1000, 2000]);
    expect(await waitsFor(limited(undefined), 3000)).toEqual([1000, 2000]);
    expect(await waitsFor(limited('3600'), 3000)).toEqual([]);
    expect(await waitsFor(limited('0'), 3000)).toEqual([1000, 2000]);
  });

  it('counts from the first answer of a request that may still change, not from the start', async () => {
    const patience = patienceOf(5000);
    await patience.sleep(60_000);
    const client = { request: async () => limited('1'), close: () => undefined };
    const request = { timeoutMs: 1, maxBytes: 1 };
    await requestPatiently(client, 'https://a.example/', request, patience);
    expect(patience.slept).toEqual([60_000, 1000, 2000]);
  });

  it('never waits beyond the end of the whole run', async () => {
    const patience = patienceOf(60_000);
    const short = { ...patience, end: patience.now() + 2000 };
    const { attempts } = await patiently(
      short,
      async () => 'stale',
      () => true,
    );
    expect([attempts, patience.slept]).toEqual([2, [1000]]);
  });

  it('takes a 503 for a limit only when it says for how long', async () => {
    expect(await waitsFor(limited('1', 503), 1000)).toEqual([1000]);
    expect(await waitsFor(limited(undefined, 503), 9000)).toEqual([]);
    expect(await waitsFor(limited('1', 200), 9000)).toEqual([]);
  });
});
