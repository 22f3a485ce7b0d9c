import { createWorkspace, type Files, skillMd, type Workspace } from './testing/workspace';

const FILES: Files = {
  'skills/good/SKILL.md': skillMd('good'),
  'skills/warned/SKILL.md': skillMd('warned', 'See [the tone](../../shared/tone.md).'),
  'skills/broken/SKILL.md': '---\nname: broken\ndescription: Use: always\n---\n\nText.\n',
  'skills/one/SKILL.md': skillMd('same'),
  'skills/two/SKILL.md': skillMd('same'),
  'skills/low/skill.md': skillMd('low'),
  'skills/drafts/later/SKILL.md': 'Not ready.\n',
};

/** The output of a run without colours. */
const plain = (text: string) => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

const report = (workspace: Workspace) =>
  JSON.parse(workspace.read('dist/agent-skills/agent-skills/report.json'));

describe('validate', () => {
  let workspace: Workspace;

  beforeAll(() => {
    workspace = createWorkspace(FILES, { exclude: ['skills/drafts'] });
  });

  const validate = (args: string[] = [], env: NodeJS.ProcessEnv = {}) => {
    const run = workspace.nx(['run-many', '-t', 'validate', '--output-style=static', ...args], env);
    return { ...run, output: plain(run.output) };
  };

  it('prints what it finds with place, severity, code and fix, and fails for errors', () => {
    const run = validate();
    expect(run.status).not.toBe(0);
    expect(run.tasks).toMatchObject({
      'skills/good:validate': 'ran',
      'skills/warned:validate': 'ran',
      'skills/broken:validate': 'failed',
      '@agent-skills/index:validate': 'failed',
    });
    for (const line of [
      'skills/warned/SKILL.md:6  warning  body/broken-link  The link to ../../shared/tone.md leaves',
      'skills/broken/SKILL.md:3:14  error  frontmatter/invalid-yaml',
      'skills/two/SKILL.md:2  error  name/duplicate',
      'skills/low/skill.md  error  layout/wrong-case',
    ]) {
      expect(run.output).toContain(line);
    }
    expect(run.output).toContain('    Fix: Put the value in quotes.');
    expect(run.output).not.toContain('skills/drafts');
  });

  it('is cached, and prints the same from the cache', () => {
    const run = validate();
    expect(run.tasks['skills/warned:validate']).toBe('cached');
    expect(run.output).toContain('skills/warned/SKILL.md:6  warning  body/broken-link');
    workspace.write({ 'skills/good/more.md': 'more\n' });
    expect(validate().ran).toContain('skills/good:validate');
  });

  it('checks the skills that a change is about', () => {
    workspace.commit('Before');
    workspace.write({ 'skills/good/SKILL.md': skillMd('good', 'Changed.') });
    workspace.commit('Change');
    const run = workspace.nx(['affected', '-t', 'validate', '--base=HEAD~1', '--head=HEAD']);
    const skills = Object.keys(run.tasks).filter((id) => id.startsWith('skills/'));
    expect(skills).toEqual(['skills/good:validate']);
  });

  it('prints JSON on request', () => {
    const run = workspace.nx([
      'run',
      'skills/broken:validate',
      '--format=json',
      '--output-style=stream-without-prefixes',
    ]);
    const text = plain(run.output);
    const findings = JSON.parse(text.slice(text.indexOf('[\n'), text.indexOf('\n]') + 2));
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'frontmatter/invalid-yaml',
        severity: 'error',
        file: 'skills/broken/SKILL.md',
        line: 3,
        column: 14,
        field: 'description',
      }),
    ]);
  });

  it('annotates the lines on GitHub', () => {
    const run = validate([], { GITHUB_ACTIONS: 'true' });
    expect(run.output).toContain(
      '::error file=skills/broken/SKILL.md,line=3,col=14,title=frontmatter/invalid-yaml::The value of',
    );
    expect(run.output).toContain(
      '::warning file=skills/warned/SKILL.md,line=6,title=body/broken-link::',
    );
    expect(run.output).toContain('::error file=skills/two/SKILL.md,line=2,title=name/duplicate::');
  });
});

describe('onRefused: exclude', () => {
  it('publishes the rest with exit code 0, and names what is left out and why', () => {
    const workspace = createWorkspace(FILES, { onRefused: 'exclude', exclude: ['skills/drafts'] });
    const run = workspace.nx(['publish-index']);
    const output = plain(run.output);
    expect(run.status).toBe(0);
    expect(output).toContain(
      '4 refused and left out: skills/broken, skills/low/skill.md, skills/one, skills/two',
    );
    expect(output).toContain('1 excluded on purpose: skills/drafts');
    expect(output).toContain('skills/broken/SKILL.md:3:14  error  frontmatter/invalid-yaml');
    const { skills, refused, excluded } = report(workspace);
    expect(skills.map(({ name }: { name: string }) => name)).toEqual(['good', 'warned']);
    expect(refused.map(({ path }: { path: string }) => path)).toEqual([
      'skills/broken',
      'skills/low/skill.md',
      'skills/one',
      'skills/two',
    ]);
    expect(excluded).toEqual(['skills/drafts']);

    workspace.write({ 'skills/broken/SKILL.md': skillMd('broken'), 'skills/two': null });
    const mended = workspace.nx(['publish-index']);
    expect(mended.status).toBe(0);
    expect(report(workspace).skills.map(({ name }: { name: string }) => name)).toEqual([
      'broken',
      'good',
      'same',
      'warned',
    ]);
    const again = workspace.nx(['publish-index']);
    expect(again.ran).toEqual([
      '@agent-skills/index:publish-index',
      '@agent-skills/index:validate',
    ]);
  });
});

it('prints everything, however much it is', () => {
  const links = Array.from({ length: 15 }, (_, at) => `[x](gone-${at}.md)`).join('\n\n');
  const names = Array.from({ length: 80 }, (_, at) => `many-${at}`);
  const files = names.map((name) => [`skills/${name}/SKILL.md`, skillMd(name, links)]);
  const workspace = createWorkspace(Object.fromEntries(files));
  const run = workspace.nx(['run', '@agent-skills/index:publish-index']);
  expect(run.status).toBe(0);
  expect(run.output.length).toBeGreaterThan(128 * 1024);
  for (const name of names) expect(run.output).toContain(`skills/${name}/SKILL.md`);
  expect(run.output).toContain('80 skills published');
});

describe('rules', () => {
  it('can be set one by one, and strict makes errors of the rest', () => {
    const files = {
      'skills/warned/SKILL.md': FILES['skills/warned/SKILL.md'] ?? null,
      'skills/folder/SKILL.md': skillMd('other'),
    };
    const strict = createWorkspace(files, { strict: true });
    const refused = strict.nx(['publish-index', '--output-style=static']);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain('error  body/broken-link');
    expect(refused.output).toContain('error  name/differs-from-folder');

    const rules = { 'name/differs-from-folder': 'off', 'body/broken-link': 'warning' };
    const relaxed = createWorkspace(files, { strict: true, rules });
    const published = relaxed.nx(['publish-index']);
    expect(published.status).toBe(0);
    expect(published.output).toContain('warning  body/broken-link');
    expect(published.output).not.toContain('name/differs-from-folder');
  });
});
