import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanEnv } from './testing/clean-env';
import { installTool } from './testing/install-tool';
import { REPOSITORY } from './testing/packed-plugin';

function run(script: string, ...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], {
    cwd: REPOSITORY,
    env: cleanEnv(),
    encoding: 'utf8',
  });
}

describe('our own skills', () => {
  const skills = readdirSync(join(REPOSITORY, 'skills'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('SKILL.md'))
    .map((file) => dirname(`skills/${file}`));

  it('are five', () => {
    expect(skills).toHaveLength(5);
  });

  it.each(skills)('pass skills-ref: %s', (skill) => {
    const { status, stdout } = run(
      join(installTool('skills-ref', '0.1.5'), 'dist/cli.js'),
      'validate',
      skill,
    );
    expect(stdout).toContain('Valid skill');
    expect(status).toBe(0);
  });

  it('pass skill-check without a warning', () => {
    // Its security scan needs a network and Python, and is another tool.
    const options = ['--no-security-scan', '--strict', '--fail-on-warning', '--format', 'json'];
    const checker = join(installTool('skill-check', '1.2.0'), 'bin/skill-check.js');
    const { status, stdout } = run(checker, 'check', 'skills', ...options);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { skillCount: 5 }, diagnostics: [] });
    expect(status).toBe(0);
  });
});
