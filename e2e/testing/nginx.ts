import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from './temporary-folder';

export interface Nginx {
  stop(): Promise<void>;
}

/**
 * Starts nginx on this machine alone.
 *
 * @param server what stands in the server block, beside the address
 */
export async function startNginx(port: number, server: string): Promise<Nginx> {
  const folder = temporaryFolder('nginx');
  chmodSync(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  types { text/html html; application/json json; application/gzip gz; text/plain md; }
  server {
    listen 127.0.0.1:${port};
    ${server}
  }
}
`,
  );
  const running = spawn('nginx', ['-c', file, '-e', `${folder}/error.log`], { stdio: 'ignore' });
  await untilListening(port, running);
  return {
    stop: async () => {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilListening(port: number, running: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (running.exitCode !== null) throw new Error(`nginx ended with ${running.exitCode}.`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => socket.end(() => resolve(true)));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`nginx does not listen on port ${port}.`);
}
