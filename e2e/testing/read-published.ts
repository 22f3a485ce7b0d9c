import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Artifacts } from './catalogue';
import { treeDigests } from './tree-digests';
import { ORIGIN } from './workspace';

const INDEX = '.well-known/agent-skills/index.json';
const REPORT = 'agent-skills/report.json';

const ownIndexOf = (name: string) => `agent-skills/${name}/${INDEX}`;

/**
 * Reads a published tree with nothing of the product: hashes every file, compares the hashes with
 * the index and the report, makes sure that no file is missing or left over, and unpacks all.
 *
 * @throws AssertionError when the tree is not complete
 */
export function readPublished(tree: string): Artifacts {
  const digests = treeDigests(tree);
  const read = (path: string) => readFileSync(join(tree, path));
  const index = JSON.parse(read(INDEX).toString());
  const report = JSON.parse(read(REPORT).toString());
  assert.equal(digests[`agent-skills/${INDEX}`], digests[INDEX], 'the two indexes differ');
  assert.equal(report.index.digest, `sha256:${digests[INDEX]}`, 'the report is of another index');
  for (const entry of index.skills) {
    const path = String(entry.url).replace(`${ORIGIN}/`, '');
    assert.equal(entry.digest, `sha256:${digests[path]}`, `the index is of another ${path}`);
    const own = JSON.parse(read(ownIndexOf(entry.name)).toString());
    assert.deepEqual(own, { ...index, skills: [entry] }, `the index of ${entry.name} differs`);
  }
  for (const { file, digest } of report.skills) {
    assert.equal(digest, `sha256:${digests[file]}`, `the report is of another ${file}`);
  }
  const beside = report.skills
    .filter(
      ({ type, indexed }: { type: string; indexed: boolean }) => type === 'archive' && indexed,
    )
    .map(({ name }: { name: string }) => `agent-skills/${name}/SKILL.md`);
  const artifacts: string[] = report.skills.map(({ file }: { file: string }) => file);
  assert.deepEqual(
    Object.keys(digests).sort(),
    [
      INDEX,
      `agent-skills/${INDEX}`,
      ...index.skills.map(({ name }: { name: string }) => ownIndexOf(name)),
      REPORT,
      'agent-skills/report.md',
      'agent-skills/index.html',
      'agent-skills/report.schema.json',
      ...artifacts,
      ...beside,
    ].sort(),
    'files are missing or left over',
  );
  assert.equal(index.skills.length, artifacts.length, 'the index lacks skills');
  return Object.fromEntries(
    artifacts.map((path) => [
      path,
      path.endsWith('.tar.gz') ? untar(gunzipSync(read(path))) : { 'SKILL.md': `${read(path)}` },
    ]),
  );
}

/** The files of a plain tar without long names. */
function untar(tar: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  for (let offset = 0; tar[offset] !== 0; ) {
    const field = (start: number, end: number) =>
      tar.toString('latin1', offset + start, offset + end).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 136), 8);
    const start = offset + 512;
    files[field(0, 100)] = tar.toString('utf8', start, start + size);
    offset = start + Math.ceil(size / 512) * 512;
  }
  return files;
}
