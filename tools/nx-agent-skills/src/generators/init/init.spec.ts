import { nxJson, ORIGIN, silence, virtualWorkspace, written } from '../testing/virtual-workspace';
import init from './init';

const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;
const IGNORED =
  '/dist/agent-skills\n/dist/agent-skills-build\n/.nx/cache\n/.nx/workspace-data\n/node_modules\n';

function rootsIn(text: string | undefined): unknown {
  return JSON.parse(text ?? '{}').plugins?.[0].options?.roots;
}

describe('the init generator', () => {
  let said: string[];
  beforeEach(() => {
    said = silence();
  });
  afterEach(() => jest.restoreAllMocks());

  it('sets up a workspace that has nothing yet', async () => {
    const tree = virtualWorkspace({ 'nx.json': '{}\n' });
    await init(tree, { origin: ORIGIN });
    expect(written(tree)).toEqual({
      'nx.json': expect.stringContaining(`"origin": "${ORIGIN}"`),
      '.gitignore': IGNORED,
    });
    expect(said.join('\n')).toContain('nx g nx-agent-skills:skill');
    const before = written(tree);
    await init(tree, { origin: 'https://other.example' });
    expect(written(tree)).toEqual(before);
  });

  it.each([
    ['skills alone', { 'skills/a/SKILL.md': skill('a') }, undefined],
    ['deeper skills', { 'skills/group/a/SKILL.md': skill('a') }, undefined],
    ['skills for agents', { '.claude/skills/a/SKILL.md': skill('a') }, ['.claude/skills']],
    [
      'several places',
      { 'plugins/x/skills/a/SKILL.md': skill('a'), 'packages/y/skills/b/SKILL.md': skill('b') },
      ['plugins/*/skills', 'packages/*/skills'],
    ],
    [
      'copies for an agent',
      { 'skills/a/SKILL.md': skill('a'), '.agents/skills/a/SKILL.md': skill('a') },
      undefined,
    ],
    [
      'ignored skills',
      { '.gitignore': '.claude\n', '.claude/skills/a/SKILL.md': skill('a') },
      undefined,
    ],
  ])('finds %s', async (_, files, roots) => {
    const tree = virtualWorkspace({ 'nx.json': '{}\n', ...(files as Record<string, string>) });
    await init(tree, { origin: ORIGIN });
    expect(rootsIn(written(tree)['nx.json'])).toEqual(roots);
  });

  it('names the copies that it leaves out', async () => {
    const tree = virtualWorkspace({
      'nx.json': '{}',
      'skills/a/SKILL.md': skill('a'),
      '.agents/skills/a/SKILL.md': skill('a'),
    });
    await init(tree, {});
    expect(said).toEqual(
      expect.arrayContaining([
        'skills: 1 skill found.',
        '.agents/skills is left out, since it holds skills of the same names.',
        expect.stringContaining('nx g nx-agent-skills:init --origin='),
      ]),
    );
  });

  it('takes the roots that it is given, and leaves those that are set', async () => {
    const files = { 'nx.json': '{}', 'skills/a/SKILL.md': skill('a') };
    const given = virtualWorkspace(files);
    await init(given, { roots: ['more'] });
    expect(rootsIn(written(given)['nx.json'])).toEqual(['more']);
    const set = virtualWorkspace({ ...files, 'nx.json': nxJson({ roots: ['other'] }) });
    await init(set, { origin: ORIGIN });
    expect(Object.keys(written(set))).toEqual(['.gitignore']);
  });

  it.each([
    ['.github/dependabot.yml', '.github/workflows/agent-skills.yml'],
    ['.gitlab-ci.yml', '.gitlab/agent-skills.yml'],
  ])('adds a workflow beside %s', async (file, workflow) => {
    const files = { 'nx.json': '{}', [file]: 'x: 1\n' };
    const tree = virtualWorkspace(files);
    await init(tree, { origin: ORIGIN });
    expect(Object.keys(written(tree))).toContain(workflow);
    const without = virtualWorkspace(files);
    await init(without, { origin: ORIGIN, ci: 'none' });
    expect(Object.keys(written(without))).not.toContain(workflow);
  });

  it.each([
    ['http://skills.acme.example', 'https'],
    ['https://raw.githubusercontent.com/acme/skills', 'raw.githubusercontent.com'],
    ['acme', 'acme'],
  ])('refuses the origin %s, and writes nothing', async (origin, message) => {
    const tree = virtualWorkspace({ 'nx.json': '{}' });
    await expect(init(tree, { origin })).rejects.toThrow(message);
    expect(written(tree)).toEqual({});
  });
});
