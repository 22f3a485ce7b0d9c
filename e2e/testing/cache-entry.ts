import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SCRATCH } from './packed-plugin';

/** Changes the files of an entry of a remote cache, a gzipped tar. */
export function editEntry(entry: Buffer, edit: (folder: string) => void): Buffer {
  const folder = mkdtempSync(join(SCRATCH, 'entry-'));
  execFileSync('tar', ['-xz', '-C', folder], { input: entry });
  // Nx stores some files without any permission.
  execFileSync('chmod', ['-R', 'u+rwX', folder]);
  edit(folder);
  const edited = execFileSync('tar', ['-cz', '-C', folder, ...readdirSync(folder)]);
  rmSync(folder, { recursive: true });
  return edited;
}

/** The one folder of outputs in an entry of a cache, or in a workspace, of a skill. */
export function outputsOf(folder: string, skill: string, kind: 'artifact' | 'record'): string {
  const buildDir = join(folder, 'dist', 'agent-skills-build');
  const [name] = readdirSync(buildDir).filter((each) => each.startsWith(`${skill}-`));
  if (name === undefined) throw new Error(`${buildDir} holds nothing of ${skill}.`);
  return join(buildDir, name, kind);
}

/** An archive of other contents, in a compression of its own, with the header that ours have. */
export function repacked(archive: Buffer, change = (tar: Buffer) => tar): Buffer {
  const compressed = gzipSync(change(gunzipSync(archive)), { level: 1 });
  return Buffer.concat([archive.subarray(0, 10), compressed.subarray(10)]);
}

/** A record that fits another archive and says the same of its files. */
export function recordOf(record: Buffer, archive: Buffer): string {
  return JSON.stringify({
    ...JSON.parse(`${record}`),
    digest: digestOf(archive),
    size: archive.length,
  });
}

/** Makes the plugin believe that it has checked an archive and its record on this machine. */
export function forgeMemory(root: string, record: string, archive: Buffer): void {
  const folder = join(root, '.nx', 'workspace-data', 'nx-agent-skills');
  const line = JSON.stringify([digestOf(record), digestOf(archive)]);
  for (const version of readdirSync(folder)) {
    const head = `#1 ${createHash('sha256').update(line).digest('hex')}`;
    appendFileSync(join(folder, version, 'records.jsonl'), `\n${head}\n${line}\n`);
  }
}

const digestOf = (content: Buffer | string) =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;
