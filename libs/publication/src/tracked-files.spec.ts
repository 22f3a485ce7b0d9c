import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from './publish';
import {
  type BuiltWorkspace,
  buildSkills,
  buildWorkspace,
  EACH_SHAPE,
  thrownBy,
} from './testing/built-workspace';

const FILES = {
  ...EACH_SHAPE,
  '.gitignore': 'dist\n',
  'skills/beta/notes/a.md': 'a\n',
  'skills/beta/notes/b.md': 'b\n',
};

/** A git repository in which all files are committed. */
function repository(files: Record<string, string> = FILES): BuiltWorkspace {
  const workspace = buildWorkspace(files);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace.root });
  git('init', '--quiet');
  git('config', 'user.name', 'Acme');
  git('config', 'user.email', 'skills@acme.example');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  return workspace;
}

function write(root: string, path: string, content: string): void {
  writeFileSync(join(root, path), content);
}

const publishAgain = ({ root, options }: BuiltWorkspace) => publish(buildSkills(root), [], options);

const found = (workspace: BuiltWorkspace) =>
  publishAgain(workspace).findings.map(({ severity, code, file }) => [severity, code, file]);

describe('committed files that are not published', () => {
  it('are none in a plain repository, whatever else is ignored', () => {
    const workspace = repository();
    write(workspace.root, '.gitignore', 'dist\n*.tmp\n');
    write(workspace.root, 'skills/beta/scratch.tmp', '');
    expect(found(workspace)).toEqual([]);
  });

  it('are found without the program that a configuration names to watch for changes', () => {
    const workspace = repository();
    write(workspace.root, '.gitignore', 'dist\nnotes\n');
    const started = join(workspace.root, 'dist/started');
    const monitor = join(workspace.root, 'dist/monitor');
    writeFileSync(monitor, `#!/bin/sh\ntouch ${started}\n`, { mode: 0o755 });
    execFileSync('git', ['config', 'core.fsmonitor', monitor], { cwd: workspace.root });
    expect(found(workspace)).toHaveLength(2);
    expect(existsSync(started)).toBe(false);
  });

  it('are warned of when a .gitignore matches them', () => {
    const workspace = repository();
    write(workspace.root, '.gitignore', 'dist\nnotes\n');
    expect(found(workspace)).toEqual([
      ['warning', 'files/tracked-but-ignored', 'skills/beta/notes/a.md'],
      ['warning', 'files/tracked-but-ignored', 'skills/beta/notes/b.md'],
    ]);
    const { findings, report } = publishAgain(workspace);
    expect(findings[0]?.message).toContain('.gitignore ignores it');
    expect(report.findings).toEqual(findings);
  });

  it('are warned of when a .nxignore matches them', () => {
    const workspace = repository();
    write(workspace.root, '.nxignore', 'skills/beta/notes/a.md\n');
    expect(found(workspace)).toEqual([
      ['warning', 'files/tracked-but-ignored', 'skills/beta/notes/a.md'],
    ]);
  });

  it('are an error when the pattern is on this machine only', () => {
    const workspace = repository();
    write(workspace.root, '.git/info/exclude', 'a.md\n');
    const error = thrownBy(() => publishAgain(workspace));
    expect(error.code).toBe('publication/refused');
    expect(error.message).toContain('skills/beta/notes/a.md  error  files/ignored-on-this-machine');
    expect(error.message).toContain('.git/info/exclude ignores it');
    expect(error.message).not.toContain('b.md');
  });

  it('are not files that merely begin like an ignored one, nor junk', () => {
    const workspace = repository({
      ...FILES,
      'skills/beta/scratch.md': '',
      'skills/beta/.DS_Store': '',
    });
    write(workspace.root, '.git/info/exclude', 'scratch\n');
    write(workspace.root, 'skills/beta/scratch', '');
    expect(found(workspace)).toEqual([]);
  });

  it('are found when their names need quotes in git', () => {
    const workspace = repository({ ...FILES, 'skills/beta/grüße "1".md': 'x\n' });
    write(workspace.root, '.gitignore', 'dist\ngr*.md\n');
    expect(found(workspace)).toEqual([
      ['warning', 'files/tracked-but-ignored', 'skills/beta/grüße "1".md'],
    ]);
  });

  it('cannot be told outside of git', () => {
    const workspace = buildWorkspace(FILES);
    write(workspace.root, '.gitignore', 'dist\nnotes\n');
    expect(found(workspace)).toEqual([]);
  });

  it('are found when the workspace is a folder of a larger repository', () => {
    const { root, built, options } = repository(
      Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`acme/${path}`, text])),
    );
    write(root, '.gitignore', 'dist\nnotes\n');
    const workspaceRoot = join(root, 'acme');
    const acme = { root: workspaceRoot, built, options: { ...options, workspaceRoot } };
    expect(found(acme)).toEqual([
      ['warning', 'files/tracked-but-ignored', 'skills/beta/notes/a.md'],
      ['warning', 'files/tracked-but-ignored', 'skills/beta/notes/b.md'],
    ]);
  });
});
