import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from './contender';
import { generateSkills, writeSkills } from './generate-skills';
import { keepsState, rebuildsAll } from './process-contender';

/** Writes what it was given, and counts its runs in its state folder or its output folder. */
const SCRIPT = `
  const [sources, out, origin, state = out] = process.argv.slice(1);
  const fs = require('node:fs');
  const runs = state + '/runs';
  fs.mkdirSync(state, { recursive: true });
  fs.mkdirSync(out, { recursive: true });
  fs.appendFileSync(runs, 'x');
  const skillMd = fs.readFileSync(sources + '/skills/skill-00000/SKILL.md', 'utf8');
  fs.writeFileSync(out + '/seen.json', JSON.stringify({
    origin, runs: fs.readFileSync(runs, 'utf8').length, lastLine: skillMd.trim().split('\\n').at(-1),
  }));
`;
const COMMAND = [process.execPath, '-e', SCRIPT];

describe('a contender of one process', () => {
  let site: Site;
  const seen = (name: string) =>
    JSON.parse(readFileSync(join(site.scratch, `${name} output/seen.json`), 'utf8'));

  beforeAll(() => {
    const scratch = mkdtempSync(join(tmpdir(), 'process-contender-'));
    const files = generateSkills(1);
    site = { files, sources: join(scratch, 'sources'), scratch, daemon: false };
    writeSkills(site.sources, files);
  });

  afterAll(() => rmSync(site.scratch, { recursive: true }));

  it('finds nothing of an earlier run when it rebuilds all', () => {
    const { everything } = rebuildsAll(site, 'one', COMMAND).scenarios;
    everything?.(0);
    expect(everything?.(1).cpu).toBeGreaterThan(0);
    expect(seen('one')).toMatchObject({ runs: 1, origin: 'https://skills.acme.example' });
  });

  it('finds its state again, except in a cold run', () => {
    const { cold, warm, ...others } = keepsState(site, 'two', COMMAND).scenarios;
    warm?.(0);
    cold?.(0);
    warm?.(0);
    expect(seen('two')).toMatchObject({ runs: 2 });
    others['one changed']?.(0);
    expect(seen('two')).toMatchObject({ runs: 4, lastLine: 'two, round 0.' });
  });
});
