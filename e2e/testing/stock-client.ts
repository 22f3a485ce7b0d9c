import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HOST, type HttpsHost } from './https-host';
import { installTool } from './install-tool';
import { installNode } from './node-versions';
import { temporaryFolder } from './temporary-folder';

/** The stock client, in the version that the documentation speaks of. */
const VERSION = '1.7.4';
/** The major version of Node that it needs. */
const NODE_MAJOR = 22;

/** A person's machine: a home of its own, on which install commands are run as they are printed. */
export interface Machine {
  home: string;
  /** Runs a command in a POSIX shell; never rejects. */
  run(command: string): Promise<{ status: number; output: string }>;
}

/** Brings the client and its Node from npm. */
export function installStockClient(): { node: string; cli: string } {
  return {
    node: installNode(NODE_MAJOR),
    cli: join(installTool('skills', VERSION), 'bin', 'cli.mjs'),
  };
}

/**
 * A machine that knows our host and no other. `npx -y skills` and `pnpm dlx skills` start the
 * client that was brought before, since its registry is one of the hosts that cannot be reached.
 *
 * @param repository a folder that git fetches in place of the repository on GitHub with this name
 */
export function newMachine(
  host: HttpsHost,
  client: { node: string; cli: string },
  repository?: { name: string; folder: string },
): Machine {
  const home = temporaryFolder('home');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const start = `exec "${client.node}" "${client.cli}" "$@"`;
  writeProgram(join(bin, 'npx'), `[ "$1 $2" = "-y skills" ] || exit 97\nshift 2\n${start}`);
  writeProgram(join(bin, 'pnpm'), `[ "$1 $2" = "dlx skills" ] || exit 97\nshift 2\n${start}`);
  writeFileSync(
    join(home, '.curlrc'),
    `cacert = "${host.authority}"\nresolve = "${HOST}:${host.port}:127.0.0.1"\n`,
  );
  const resolver = join(home, 'resolver.cjs');
  writeFileSync(resolver, RESOLVER);
  if (repository) {
    const url = `https://github.com/${repository.name}.git`;
    writeFileSync(
      join(home, '.gitconfig'),
      `[url "file://${repository.folder}"]\n  insteadOf = ${url}\n[safe]\n  directory = *\n`,
    );
  }
  const env = {
    HOME: home,
    PATH: `${bin}:${dirname(client.node)}:/usr/local/bin:/usr/bin:/bin`,
    NODE_OPTIONS: `--require ${resolver}`,
    NODE_EXTRA_CA_CERTS: host.authority,
    TMPDIR: tmpdir(),
    DISABLE_TELEMETRY: '1',
  };
  return {
    home,
    run: (command) =>
      new Promise((resolve) => {
        execFile('sh', ['-c', command], { cwd: home, env }, (error, stdout, stderr) =>
          resolve({ status: Number(error?.code ?? 0), output: `${stdout}\n${stderr}` }),
        );
      }),
  };
}

/** Loaded before the client: our host is on this machine, all others are nowhere. */
const RESOLVER = `
const dns = require('node:dns');
dns.lookup = (name, options, done = options) => {
  if (name !== '${HOST}') return done(Object.assign(new Error('no such host: ' + name), { code: 'ENOTFOUND' }));
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};
`;

function writeProgram(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
