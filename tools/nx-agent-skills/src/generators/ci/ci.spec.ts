import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { nxJson, silence, virtualWorkspace, written } from '../testing/virtual-workspace';
import generateCi from './ci';

const page = readFileSync(join(__dirname, '../../../../../docs/ci.md'), 'utf8');
const [github = '', gitlab = ''] = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, block]) => block ?? '',
);
const NPM = { 'nx.json': nxJson(), 'package-lock.json': '{}' };

describe('the ci generator', () => {
  let said: string[];
  beforeEach(() => {
    said = silence();
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['github', '.github/workflows/agent-skills.yml', github],
    ['gitlab', '.gitlab-ci.yml', gitlab],
  ] as const)('writes for %s what docs/ci.md explains', async (provider, file, text) => {
    const tree = virtualWorkspace(NPM);
    await generateCi(tree, { provider });
    expect(written(tree)).toEqual({ [file]: text });
    expect(said.join('\n')).toContain('deploy.sh');
    await generateCi(tree, { provider });
    expect(said.at(-1)).toBe(`${file} is up to date.`);
  });

  it.each([
    [
      'pnpm-lock.yaml',
      'corepack enable && pnpm install --frozen-lockfile',
      'pnpm exec nx affected',
    ],
    ['yarn.lock', 'corepack enable && yarn install --immutable', 'yarn nx affected'],
    ['bun.lock', 'npm install --global bun && bun install --frozen-lockfile', 'bunx nx affected'],
  ])('uses the package manager of %s', async (lock, install, nx) => {
    const tree = virtualWorkspace({ 'nx.json': nxJson(), [lock]: '' });
    for (const provider of ['github', 'gitlab'] as const) await generateCi(tree, { provider });
    for (const text of Object.values(written(tree))) {
      expect(text).toContain(install);
      expect(text).toContain(nx);
      expect(text).not.toMatch(/npx nx|npm ci|<%/);
      expect(parse(text)).toBeTruthy();
    }
  });

  it('takes names, folders and the branch from nx.json, and the deploy from its options', async () => {
    const options = {
      outputDir: 'out/skills',
      validateTargetName: 'check',
      publishIndexTargetName: 'publish',
    };
    const tree = virtualWorkspace({ ...NPM, 'nx.json': nxJson(options, { defaultBase: 'trunk' }) });
    await generateCi(tree, { provider: 'github', deploy: './up.sh out/skills' });
    const [text = ''] = Object.values(written(tree));
    expect(text).toContain('affected -t check publish --output');
    expect(text).toContain("'refs/heads/trunk'");
    expect(text).toContain("hashFiles('out/skills/agent-skills/report.json')");
    expect(text).toContain('run: ./up.sh out/skills\n');
    expect(text).not.toMatch(/dist\/|main\b|publish-index/);
    expect(said.join('\n')).not.toContain('deploy.sh');
  });

  it.each([
    'echo "deploy: now" # rest',
    '"./my deploy" dist',
    'true',
    '@scope/x: y',
    'a | b && c > d',
    "it's",
  ])('writes the deploy command %s as what it is', async (deploy) => {
    const tree = virtualWorkspace(NPM);
    await generateCi(tree, { provider: 'github', deploy });
    const [text = ''] = Object.values(written(tree));
    const { steps } = parse(text).jobs.publish;
    expect(steps.find(({ name }: { name: string }) => name === 'Deploy').run).toBe(deploy);
  });

  it.each([
    [{ deploy: 'a\nb' }, 'more than one line'],
    [{ branch: "it's" }, 'cannot stand in a workflow'],
    [{ branch: 'feature/[x]' }, 'cannot stand in a workflow'],
    [{ branch: '' }, 'cannot stand in a workflow'],
  ])('refuses %j, and writes nothing', async (options, message) => {
    for (const provider of ['github', 'gitlab'] as const) {
      const tree = virtualWorkspace(NPM);
      await expect(generateCi(tree, { provider, ...options })).rejects.toThrow(message);
      expect(written(tree)).toEqual({});
    }
  });

  it('takes an empty deploy command for none, and knows the first yarn', async () => {
    const tree = virtualWorkspace({ 'nx.json': nxJson(), 'yarn.lock': '# yarn lockfile v1\n' });
    await generateCi(tree, { provider: 'github', deploy: ' ' });
    const [text = ''] = Object.values(written(tree));
    expect(text).toContain('run: ./deploy.sh dist/agent-skills\n');
    expect(text).toContain('yarn install --frozen-lockfile');
    expect(said.join('\n')).toContain('write deploy.sh');
  });

  it('leaves files of others alone', async () => {
    const own = {
      '.github/workflows/agent-skills.yml': 'name: mine\n',
      '.gitlab-ci.yml': 'test:\n',
    };
    const tree = virtualWorkspace({ ...NPM, ...own });
    for (const provider of ['github', 'gitlab'] as const) await generateCi(tree, { provider });
    expect(written(tree)).toEqual({ '.gitlab/agent-skills.yml': gitlab });
    expect(said.join('\n')).toContain('left as it is');
    expect(said.join('\n')).toContain('include: [{ local: .gitlab/agent-skills.yml }]');
  });

  it('refuses options that cannot be used', async () => {
    const tree = virtualWorkspace({ 'nx.json': nxJson({ outputDri: 'x' }) });
    await expect(generateCi(tree, { provider: 'github' })).rejects.toThrow('outputDri');
  });
});
