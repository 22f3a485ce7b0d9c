import { commandOutput } from './command-output';

const KEPT = 64 * 1024;

/** What is seen of chunks that come one after another. */
function see(chunks: readonly (string | Buffer)[], pattern?: RegExp) {
  const output = commandOutput(pattern);
  const read = output.reader();
  for (const chunk of chunks) read(Buffer.from(chunk));
  return { isMatched: output.isMatched(), end: output.end() };
}

const filler = 'x'.repeat(KEPT - 3);

describe('the output of a command', () => {
  it('is kept up to a limit, with the characters that come in parts', () => {
    expect(see([filler, filler, filler]).end).toHaveLength(KEPT);
    const [one, two] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    expect(see([one, two]).end).toBe('é');
  });

  it('is matched at its start, across what is cut, and at its end', () => {
    const chunks = ['start', filler, filler, 'mid', 'dle', filler, filler, filler, 'end'];
    for (const pattern of [/^start/, /middle/, /xend$/, /a*x/g]) {
      expect(see(chunks, pattern).isMatched).toBe(true);
    }
    expect(see(chunks, /nowhere/).isMatched).toBe(false);
  });

  it('has its start and its end only where they are', () => {
    const chunks = Array.from({ length: 9 }, () => filler);
    expect(see(['start', ...chunks], /^x/).isMatched).toBe(false);
    expect(see([...chunks, 'end'], /x$/).isMatched).toBe(false);
  });
});
