import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRepository } from '@nx-agent-skills/discovery';
import { publish } from './publish';
import { REPORT_FILES } from './report-json';
import { type Report, reportJsonSchema, reportSchema } from './report-schema';
import { buildWorkspace, EACH_SHAPE, skillMd, TREE } from './testing/built-workspace';

function published(files: Record<string, string> = EACH_SHAPE, repository?: string) {
  const parsed = repository === undefined ? undefined : parseRepository(repository);
  const { root, built, options } = buildWorkspace(files, parsed ? { repository: parsed } : {});
  return { tree: join(root, TREE), ...publish(built, [], options) };
}

const skillOf = ({ skills }: Report, name: string) => {
  const skill = skills.find((each) => each.name === name);
  if (!skill) throw new Error(`The report lists ${name}.`);
  return skill;
};

const sha256 = (file: string) =>
  `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;

describe('the report', () => {
  it('is what its own schema accepts, as it lies in the tree', () => {
    const { tree, report } = published();
    const text = readFileSync(join(tree, REPORT_FILES.json), 'utf8');
    expect(reportSchema.parse(JSON.parse(text))).toEqual(report);
    const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''));
    for (const skill of report.skills) expect(lines).toContain(JSON.stringify(skill));
  });

  it('names its JSON schema, which lies beside it and allows nothing more', () => {
    const { tree, report } = published();
    const file = join(tree, 'agent-skills', report.$schema);
    expect(readFileSync(file, 'utf8')).toBe(reportJsonSchema());
    const schema = JSON.parse(readFileSync(file, 'utf8'));
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required.sort()).toEqual(Object.keys(report).sort());
    const { properties } = schema.properties.skills.items;
    const [first] = report.skills;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(first ?? {})));
  });

  it('describes each skill by what lies in the tree', () => {
    const { tree, report } = published();
    expect(
      report.skills.map(({ name, shape, type, indexed }) => [name, shape, type, indexed]),
    ).toEqual([
      ['alpha', 'single-file', 'skill-md', true],
      ['beta', 'multi-file', 'archive', true],
      ['cloud', 'bundle', 'archive', false],
      ['cloud-logs', 'single-file', 'skill-md', true],
      ['suite', 'bundle', 'archive', true],
      ['suite-scan', 'single-file', 'skill-md', true],
    ]);
    for (const { file, url, digest, size } of report.skills) {
      expect(sha256(join(tree, file))).toBe(digest);
      expect(readFileSync(join(tree, file))).toHaveLength(size);
      expect(url).toBe(`https://skills.acme.example/${file}`);
    }
    expect(report.index).toMatchObject({
      url: 'https://skills.acme.example/.well-known/agent-skills/index.json',
      catalogueUrl: 'https://skills.acme.example/agent-skills',
      digest: sha256(join(tree, '.well-known/agent-skills/index.json')),
      entries: 5,
    });
    expect(skillOf(report, 'beta').files).toEqual([
      expect.objectContaining({ path: 'SKILL.md', mode: '0644', size: skillMd('beta').length }),
      expect.objectContaining({ path: 'scripts/run.sh', mode: '0755' }),
    ]);
  });

  it('lists at least two ways to install for every shape', () => {
    for (const { install, indexed } of published().report.skills) {
      const methods = new Set(install.map(({ method }) => method));
      expect(methods.size).toBeGreaterThanOrEqual(2);
      expect(methods.has('curl')).toBe(true);
      expect(methods.has('skills-cli')).toBe(indexed);
    }
  });

  it('lists repository-based ways where there is a repository', () => {
    const { report } = published(EACH_SHAPE, 'github:acme/skills');
    const commands = skillOf(report, 'suite-scan').install.map(({ command }) => command);
    expect(commands).toEqual(
      expect.arrayContaining([expect.stringMatching(/^gh skill install acme\/skills /)]),
    );
  });

  it('lists every way for the first agent and one for each other', () => {
    const install = skillOf(published().report, 'beta').install;
    expect(install.filter(({ agent }) => agent === 'claude-code').length).toBeGreaterThan(2);
    expect(install.filter(({ agent }) => agent === 'codex')).toHaveLength(1);
  });

  it('installs from a bundle that is not in the index its skills and not their templates', () => {
    const { report } = published({
      'skills/cloud/README.md': '# Cloud\n',
      'skills/cloud/skills/logs/SKILL.md': skillMd('logs'),
      'skills/cloud/skills/logs/templates/new/SKILL.md': '---\nname: <name>\n---\n',
      'skills/cloud/skills/logs/skills/logs-tail/SKILL.md': skillMd('logs-tail'),
    });
    const curl = skillOf(report, 'cloud').install.find(({ method }) => method === 'curl');
    expect(curl?.command).toContain('/skills/logs --strip-components=2 skills/logs ');
    expect(curl?.command).toContain('--strip-components=4 skills/logs/skills/logs-tail)');
    expect(curl?.command).not.toContain('templates');
  });

  it('lists the checks of the contract, none of them run', () => {
    const { report } = published();
    const checks = (name: string) => skillOf(report, name).checks.map(({ check }) => check);
    expect(checks('alpha')).toEqual(['digest', 'install', 'activation']);
    expect(checks('beta')).toEqual(['digest', 'layout', 'install', 'activation']);
    expect(checks('cloud')).toEqual(['digest', 'layout', 'install', 'activation']);
    const all = [report.index.check, ...report.skills.flatMap((skill) => skill.checks)];
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['not-run']));
  });

  it('holds no path and no time of this machine', () => {
    const { tree } = published();
    for (const file of Object.values(REPORT_FILES)) {
      const text = readFileSync(join(tree, file), 'utf8');
      expect(text).not.toContain(tree.slice(0, tree.indexOf('/dist')));
      expect(text).not.toContain(String(new Date().getFullYear()));
    }
  });
});

it('tells the version and the license that the frontmatter has', () => {
  const { report } = published({
    'skills/alpha/SKILL.md':
      '---\nname: alpha\ndescription: Does alpha.\nlicense: MIT\nmetadata:\n  version: 1.10\n---\n\nHow.\n',
    'skills/beta/SKILL.md': skillMd('beta'),
  });
  expect(skillOf(report, 'alpha')).toMatchObject({ version: '1.10', license: 'MIT' });
  expect(Object.keys(skillOf(report, 'beta'))).not.toEqual(
    expect.arrayContaining(['version', 'license']),
  );
});

it('gives the plugin of the marketplace that holds a skill, the smallest first', () => {
  const repository = parseRepository('acme/skills');
  const { built, options } = buildWorkspace(EACH_SHAPE, {
    marketplace: { name: 'acme-skills' },
    ...(repository ? { repository } : {}),
  });
  const { report } = publish(built, [], options);
  const pluginOf = (name: string) => skillOf(report, name).marketplace?.plugin;
  expect(['alpha', 'suite', 'suite-scan', 'cloud-logs', 'cloud'].map(pluginOf)).toEqual([
    'acme-skills',
    'suite',
    'suite',
    'cloud',
    'cloud',
  ]);
  const commands = skillOf(report, 'suite-scan').install.map(({ command }) => command);
  expect(commands).toContain(
    'claude plugin marketplace add acme/skills && claude plugin install suite@acme-skills',
  );
});
