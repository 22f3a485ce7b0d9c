import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORIGIN } from '../../e2e/testing/workspace';
import { generateSkills, type SkillFiles, writeSkills } from '../generate-skills';

const skillMd = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nname: other\n`;

describe('the shell loop', () => {
  let root: string;
  const out = () => join(root, 'out');
  const read = (path: string) => readFileSync(join(out(), path), 'utf8');
  const index = () => JSON.parse(read('.well-known/agent-skills/index.json'));
  const run = (command: string, script: string) =>
    spawnSync(command, [join(__dirname, script), root, out(), ORIGIN], { encoding: 'utf8' });
  const publish = (files: SkillFiles) => {
    writeSkills(root, files);
    return run('sh', 'shell-loop.sh');
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'shell-loop-'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('publishes what the single process publishes', () => {
    expect(publish(generateSkills(100))).toMatchObject({ status: 0, stderr: '' });
    const published = index();
    const report = read('agent-skills/report.md');
    expect(run(process.execPath, 'single-process.mjs').status).toBe(0);
    const withoutDigests = (text: string) =>
      text
        .split('\n')
        .map((line) => line.replace(/sha256:[0-9a-f]{64}/, ''))
        .sort();
    expect(withoutDigests(read('agent-skills/report.md'))).toEqual(withoutDigests(report));
    expect(read('agent-skills/.well-known/agent-skills/index.json')).toBe(
      read('.well-known/agent-skills/index.json'),
    );
    const withoutArchives = ({ $schema, skills }: ReturnType<typeof index>) => ({
      $schema,
      skills: skills
        .map((entry: Record<string, string>) =>
          entry.type === 'archive' ? { ...entry, digest: '' } : entry,
        )
        .sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
    });
    expect(withoutArchives(published)).toEqual(withoutArchives(index()));
    for (const { name, digest } of published.skills) {
      expect(report).toMatch(
        new RegExp(
          `^\\| ${name} \\| (single-file|multi-file|bundle) \\| ${digest} \\| \`pnpm dlx skills add .*\` \\| \`curl .*\` \\|$`,
          'm',
        ),
      );
    }
  });

  it('makes the same archive of the same files again, without a folder around them', () => {
    const files = new Map([
      ['skills/a/SKILL.md', skillMd('a', 'A.')],
      ['skills/a/.hidden', 'hidden'],
      ['skills/a/scripts/b.sh', '#!/bin/sh\n'],
    ]);
    publish(files);
    const archive = join(out(), 'agent-skills/a.tar.gz');
    const list = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' });
    expect(list).toBe('.hidden\nSKILL.md\nscripts/\nscripts/b.sh\n');
    const [entry] = index().skills;
    publish(files);
    expect(index().skills).toEqual([entry]);
  });

  it('escapes what JSON needs escaped', () => {
    publish(new Map([['skills/a/SKILL.md', skillMd('"a"', '\'Says "C:\\dir" and 100 %\'')]]));
    expect(index().skills).toMatchObject([{ name: 'a', description: 'Says "C:\\dir" and 100 %' }]);
  });

  it.each([
    ['a name that occurs twice', skillMd('a', 'Again.'), 'These names occur twice: a'],
    ['a name that is none', skillMd('B b', 'B.'), "skills/b has the name 'B b'"],
    ['no frontmatter', 'Text.\n', "skills/b has the name ''"],
  ])('serves nothing when there is %s', (_, other, message) => {
    const { status, stderr } = publish(
      new Map([
        ['skills/a/SKILL.md', skillMd('a', 'A.')],
        ['skills/b/SKILL.md', other],
      ]),
    );
    expect([status, stderr.trim()]).toEqual([1, message]);
    expect(existsSync(out())).toBe(false);
  });
});
