import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDaemon, settledDaemon, withDaemon } from './daemon-cost';

describe('the cost of a daemon', () => {
  const data = mkdtempSync(join(tmpdir(), 'daemon-cost-'));
  const runsAs = (pid: number) => {
    mkdirSync(join(data, 'd'), { recursive: true });
    writeFileSync(join(data, 'd/server-process.json'), JSON.stringify({ processId: pid }));
  };

  afterAll(() => rmSync(data, { recursive: true }));

  it('is unknown when no daemon runs', () => {
    expect(readDaemon(data)).toBeUndefined();
    runsAs(2 ** 22 + 1);
    expect(readDaemon(data)).toBeUndefined();
  });

  it('contains its workers', async () => {
    const burn = 'while (process.cpuUsage().user < 400000); console.log()';
    const script = `"$0" -e "${burn}; setTimeout(() => {}, 60000)" & wait`;
    const daemon = spawn('sh', ['-c', script, process.execPath], { detached: true });
    try {
      await once(daemon.stdout, 'data');
      const pid = Number(daemon.pid);
      runsAs(pid);
      const reading = settledDaemon(data);
      expect(reading).toMatchObject({ pid });
      expect(reading?.cpu).toBeGreaterThan(0.35);
      expect(reading?.memory).toBeGreaterThan(20);
    } finally {
      process.kill(-Number(daemon.pid), 'SIGKILL');
    }
  });

  it('is added to that of the client from where it was before', () => {
    const client = { cpu: 1, wall: 2, memory: 100 };
    const after = { pid: 7, cpu: 5, memory: 300 };
    expect(withDaemon(client, { pid: 7, cpu: 4.5, memory: 200 }, after)).toEqual({
      cpu: 1.5,
      wall: 2,
      memory: 300,
    });
    // Started by this very run, or in the place of another.
    expect(withDaemon(client, undefined, after).cpu).toBe(6);
    expect(withDaemon(client, { pid: 6, cpu: 4.5, memory: 200 }, after).cpu).toBe(6);
    expect(withDaemon(client, undefined, undefined)).toBe(client);
  });
});
