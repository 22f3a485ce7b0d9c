import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from './testing/clean-env';
import { copyRepository } from './testing/copy-repository';
import { installTool } from './testing/install-tool';
import { SCRATCH } from './testing/packed-plugin';

/** Where Claude's binary, which npm brings as an optional dependency, is known to run. */
const isSupported = process.platform === 'linux' && process.arch === 'x64';

(isSupported ? describe : describe.skip)('Claude Code (skipped but for Linux on x64)', () => {
  let claude: (...args: string[]) => { status: number | null; output: string };
  let home: string;
  let repository: string;

  beforeAll(() => {
    const binary = join(installTool('@anthropic-ai/claude-code', '2.1.332'), 'bin/claude.exe');
    repository = copyRepository();
    home = mkdtempSync(join(SCRATCH, 'home-'));
    const env = cleanEnv({
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Nothing listens there: whatever would go to the network fails.
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
    });
    claude = (...args) => {
      const run = spawnSync(binary, ['plugin', ...args], { cwd: home, env, encoding: 'utf8' });
      return { status: run.status, output: `${run.stdout}\n${run.stderr}` };
    };
  });

  it('finds nothing wrong with our manifest', () => {
    const run = claude('validate', '--strict', repository);
    expect(run.output).toContain('Validation passed');
    expect(run.status).toBe(0);
  });

  it('adds the marketplace', () => {
    expect(claude('marketplace', 'add', repository)).toMatchObject({ status: 0 });
  });

  it.each([
    [
      'nx-agent-skills',
      [
        'add-nx-agent-skills',
        'adopt-nx-agent-skills',
        'check-published-skills',
        'publish-skills-in-ci',
        'write-a-skill',
      ],
    ],
    [
      'adopt-nx-agent-skills',
      ['add-nx-agent-skills', 'adopt-nx-agent-skills', 'publish-skills-in-ci'],
    ],
  ])('installs the plugin %s with exactly its skills, byte by byte', (plugin, skills) => {
    const id = `${plugin}@nx-agent-skills`;
    expect(claude('install', id)).toMatchObject({ status: 0 });
    const { status, output } = claude('details', id);
    expect(output).toContain(`Skills (${skills.length})  ${skills.join(', ')}\n`);
    expect(status).toBe(0);
    const installed = join(home, '.claude/plugins/cache/nx-agent-skills', plugin);
    const [version = ''] = readdirSync(installed);
    // Without a version in the manifest every commit is one.
    expect(version).toMatch(/^[0-9a-f]{12}$/);
    expect(filesOf(join(installed, version, 'skills'))).toEqual(
      filesOf(join(repository, 'skills')),
    );
  });
});

function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((file) => [file.slice(folder.length), readFileSync(file).toString('base64')]),
  );
}
