import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findArtifact } from '@nx-agent-skills/artifact';
import { finding } from '@nx-agent-skills/skill';
import type { PublicationError } from './publication-error';
import { publish } from './publish';
import {
  type BuiltWorkspace,
  buildSkills,
  buildWorkspace,
  EACH_SHAPE,
  skillMd,
  TREE,
  thrownBy,
} from './testing/built-workspace';
import { verifyTree } from './verify-tree';

const INDEX = `${TREE}/.well-known/agent-skills/index.json`;

/** No process has an id beyond the largest one of Linux (2^22). */
const PREVIOUS = 'dist/.agent-skills.previous-99999999-x';

function published(files: Record<string, string> = EACH_SHAPE): BuiltWorkspace {
  const workspace = buildWorkspace(files);
  publish(workspace.built, [], workspace.options);
  return workspace;
}

function write(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Every file below a folder with its content, by path. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
  );
}

describe('publish', () => {
  it('writes a tree that passes the verification, and nothing beside it', () => {
    const { root } = published();
    expect(verifyTree(join(root, TREE)).index.skills).toHaveLength(5);
    expect(readdirSync(join(root, 'dist')).sort()).toEqual(['agent-skills', 'build']);
  });

  it('writes the same bytes again, whatever the order of the skills', () => {
    const { root, built, options } = published();
    const before = contents(join(root, TREE));
    rmSync(join(root, TREE), { recursive: true });
    publish([...built].reverse(), [], options);
    expect(contents(join(root, TREE))).toEqual(before);
  });

  it('publishes an empty index when there is no skill', () => {
    const { root, built, options } = buildWorkspace({ 'skills/': '' });
    expect(built).toEqual([]);
    publish(built, [finding('layout/no-skills', 'skills')], options);
    expect(JSON.parse(readFileSync(join(root, INDEX), 'utf8')).skills).toEqual([]);
  });

  it('leaves nothing of skills that are gone', () => {
    const { root, options } = published();
    rmSync(join(root, 'skills'), { recursive: true });
    write(root, 'skills/only/SKILL.md', skillMd('only'));
    publish(buildSkills(root), [], options);
    expect(Object.keys(contents(join(root, TREE, 'agent-skills')))).toEqual([
      '.well-known/agent-skills/index.json',
      'index.html',
      'only/.well-known/agent-skills/index.json',
      'only/SKILL.md',
      'report.json',
      'report.md',
      'report.schema.json',
    ]);
  });

  it('returns warnings about the tree and about skills, but reports each where it belongs', () => {
    const { built, options } = buildWorkspace({ 'skills/folder/SKILL.md': skillMd('other') });
    const layout = [finding('layout/no-skill', 'skills/empty')];
    const { findings, report } = publish(built, layout, options);
    expect(findings.map(({ code }) => code)).toEqual([
      'layout/no-skill',
      'name/differs-from-folder',
    ]);
    expect(report.findings).toEqual(layout);
    expect(report.skills[0]?.findings.map(({ code }) => code)).toEqual([
      'name/differs-from-folder',
    ]);
  });
});

describe('a dry run', () => {
  it('reports what would change and writes nothing', () => {
    const { root, options } = published();
    write(root, 'skills/gamma/SKILL.md', skillMd('gamma'));
    const built = buildSkills(root);
    const before = contents(root);
    const { changes, report } = publish(built, [], options, true);
    expect(changes).toMatchObject({ compared: true, added: [{ name: 'gamma' }], unchanged: 6 });
    expect(report.skills).toHaveLength(7);
    expect(contents(root)).toEqual(before);
  });

  it('makes no folder where there was none', () => {
    const { root, built, options } = buildWorkspace(EACH_SHAPE);
    publish(built, [], { ...options, outputDir: 'public/skills' }, true);
    expect(readdirSync(root).sort()).toEqual(['dist', 'skills']);
  });

  it('moves and removes nothing that a killed run left', () => {
    const { root, built, options } = published();
    renameSync(join(root, TREE), join(root, PREVIOUS));
    const before = contents(root);
    publish(built, [], options, true);
    expect(contents(root)).toEqual(before);
  });

  it('refuses what a real run refuses', () => {
    const { built, options } = buildWorkspace(EACH_SHAPE);
    const bundleSlugs = { 'skills/gone': 'x' };
    const error = thrownBy(() => publish(built, [], { ...options, bundleSlugs }, true));
    expect(error.code).toBe('publication/refused');
  });
});

describe('publishing again', () => {
  const timeOf = (root: string, path: string) => statSync(join(root, TREE, path)).mtimeMs;

  it('leaves a tree in place that is right already', () => {
    const { root, built, options } = published();
    const inode = () => statSync(join(root, TREE)).ino;
    const before = inode();
    publish(built, [], options);
    expect(inode()).toBe(before);
  });

  it('writes only what differs when it has the tree before the published one', () => {
    const { root, options: all } = published();
    const options = { ...all, spareFolder: join(root, 'dist/build/.earlier-tree') };
    const publishAs = (words: string) => {
      write(root, 'skills/alpha/SKILL.md', skillMd('alpha', words));
      publish(buildSkills(root), [], options);
      return contents(join(root, TREE));
    };
    const first = publishAs('First.');
    publishAs('Second.');
    const beta = timeOf(root, 'agent-skills/beta.tar.gz');
    publishAs('Third.');
    publishAs('Fourth.');
    expect(timeOf(root, 'agent-skills/beta.tar.gz')).toBe(beta);
    expect(publishAs('First.')).toEqual(first);
    expect(readdirSync(join(root, 'dist')).sort()).toEqual(['agent-skills', 'build']);
  });

  it('makes good what somebody has changed in the tree, or in the one before', () => {
    const { root, built, options: all } = published();
    const spareFolder = join(root, 'dist/build/.earlier-tree');
    const options = { ...all, spareFolder };
    const right = contents(join(root, TREE));
    write(root, `${TREE}/agent-skills/alpha/SKILL.md`, 'changed');
    publish(built, [], options);
    expect(contents(join(root, TREE))).toEqual(right);
    write(spareFolder, 'agent-skills/beta.tar.gz', 'changed');
    write(root, `${TREE}/agent-skills/report.json`, '{}');
    publish(built, [], options);
    expect(contents(join(root, TREE))).toEqual(right);
  });
});

describe('a refused publication', () => {
  const stale = ({ root, built, options }: BuiltWorkspace) => {
    write(root, 'skills/alpha/SKILL.md', skillMd('alpha', 'Changed.'));
    return () => publish(built, [], options);
  };

  it.each<[string, string, (workspace: BuiltWorkspace) => () => unknown]>([
    ['a stale artifact', 'publication/stale-artifact', stale],
    [
      'a damaged artifact',
      'artifact/digest-mismatch',
      ({ built, options }) => {
        const [alpha] = built;
        writeFileSync(findArtifact(alpha?.artifactFolder ?? '').file, 'x');
        return () => publish(built, [], options);
      },
    ],
    [
      'a skill that was not built',
      'artifact/record',
      ({ built, options }) => {
        rmSync(built[0]?.recordFile ?? '');
        return () => publish(built, [], options);
      },
    ],
    [
      'a name that occurs twice',
      'publication/refused',
      ({ root, options }) => {
        write(root, 'skills/delta/SKILL.md', skillMd('beta'));
        return () => publish(buildSkills(root), [], options);
      },
    ],
    [
      'an error in the layout',
      'publication/refused',
      ({ built, options }) =>
        () =>
          publish(built, [finding('layout/wrong-case', 'skills/x/skill.md')], options),
    ],
  ])('leaves the earlier tree as it was: %s', (_, code, prepare) => {
    const workspace = published();
    const attempt = prepare(workspace);
    const before = contents(join(workspace.root, TREE));
    expect(thrownBy(attempt).code).toBe(code);
    expect(contents(join(workspace.root, TREE))).toEqual(before);
    expect(readdirSync(join(workspace.root, 'dist')).sort()).toEqual(['agent-skills', 'build']);
  });

  it('leaves the earlier tree and no other when the staged one does not pass', () => {
    const { root, built, options } = published();
    const before = contents(join(root, TREE));
    const origin = { href: 'ftp://skills.acme.example' };
    expect(thrownBy(() => publish(built, [], { ...options, origin })).code).toBe(
      'publication/verification',
    );
    expect(contents(join(root, TREE))).toEqual(before);
    expect(readdirSync(join(root, 'dist')).sort()).toEqual(['agent-skills', 'build']);
  });

  it('brings back the tree that a killed run had moved aside', () => {
    const workspace = published();
    const before = contents(join(workspace.root, TREE));
    renameSync(join(workspace.root, TREE), join(workspace.root, PREVIOUS));
    expect(thrownBy(stale(workspace)).code).toBe('publication/stale-artifact');
    expect(contents(join(workspace.root, TREE))).toEqual(before);
    expect(existsSync(join(workspace.root, PREVIOUS))).toBe(false);
  });

  it('names all faults of the run', () => {
    const { root, options } = published();
    write(root, 'skills/delta/SKILL.md', skillMd('beta'));
    const built = buildSkills(root);
    write(root, 'skills/alpha/SKILL.md', skillMd('alpha', 'Changed.'));
    write(root, 'skills/suite/more.md', '');
    const layout = [finding('layout/wrong-case', 'skills/x/skill.md')];
    const { code, message } = thrownBy(() => publish(built, layout, options));
    expect(code).toBe('publication/refused');
    expect(message).toContain('publication/stale-artifact: The artifact of skills/alpha');
    expect(message).toContain('publication/stale-artifact: The artifact of skills/suite');
    expect(message).toContain('skills/delta/SKILL.md  error  name/duplicate');
    expect(message).toContain('skills/x/skill.md  error  layout/wrong-case');
  });

  it('tells a fault once that was known before', () => {
    const { root, options } = published();
    write(root, 'skills/delta/SKILL.md', skillMd('beta'));
    const layout = [finding('name/duplicate', 'skills/delta/SKILL.md', { line: 2 })];
    const error = thrownBy(() => publish(buildSkills(root), layout, options)) as PublicationError;
    expect(error.findings).toEqual(layout);
  });
});

describe('after a killed run', () => {
  it('the next one replaces the tree that was moved aside, and compares with it', () => {
    const { root, options } = published();
    write(root, 'skills/alpha/SKILL.md', skillMd('alpha', 'Changed.'));
    renameSync(join(root, TREE), join(root, PREVIOUS));
    write(root, 'dist/.agent-skills.staging-99999999-x/half.txt', '');
    const { changes } = publish(buildSkills(root), [], options);
    expect(changes).toMatchObject({ compared: true, changed: [{ name: 'alpha' }], unchanged: 5 });
    expect(readFileSync(join(root, TREE, 'agent-skills/alpha/SKILL.md'), 'utf8')).toContain(
      'Changed.',
    );
    expect(readdirSync(join(root, 'dist')).sort()).toEqual(['agent-skills', 'build']);
  });
});

describe('strict', () => {
  it('refuses warnings about the tree and about skills, as errors', () => {
    const { root, built, options } = buildWorkspace(
      { 'skills/folder/SKILL.md': skillMd('other') },
      { settings: { strict: true, rules: {} } },
    );
    const layout = [finding('layout/no-skill', 'skills/empty')];
    const error = thrownBy(() => publish(built, layout, options)) as PublicationError;
    expect(error.code).toBe('publication/refused');
    expect(error.findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['layout/no-skill', 'error'],
      ['name/differs-from-folder', 'error'],
    ]);
    expect(existsSync(join(root, TREE))).toBe(false);
    publish(built, layout, { ...options, settings: { strict: false, rules: {} } });
    expect(existsSync(join(root, TREE))).toBe(true);
  });

  it('publishes when there is no warning', () => {
    const { root, built, options } = buildWorkspace(EACH_SHAPE, {
      settings: { strict: true, rules: {} },
    });
    publish(built, [], options);
    expect(existsSync(join(root, TREE))).toBe(true);
  });
});

describe('onRefused: exclude', () => {
  const FILES = {
    'skills/alpha/SKILL.md': skillMd('alpha'),
    'skills/broken/SKILL.md': 'No frontmatter.\n',
    'skills/one/SKILL.md': skillMd('same'),
    'skills/two/SKILL.md': skillMd('same'),
    'skills/x-bundle/SKILL.md': skillMd('x-bundle'),
    'skills/x-bundle/more.md': 'more\n',
    'skills/x/README.md': 'A bundle.\n',
    'skills/x/skills/inner/SKILL.md': skillMd('inner'),
  };

  it('publishes the rest and names every skill that is left out', () => {
    const { root, built, options } = buildWorkspace(FILES, { onRefused: 'exclude' });
    const layout = [finding('layout/wrong-case', 'skills/low/skill.md')];
    const { report, findings } = publish(built, layout, options);
    expect(report.skills.map(({ name }) => name)).toEqual(['alpha', 'inner']);
    expect(report.refused.map(({ path, findings: why }) => [path, why[0]?.code])).toEqual([
      ['skills/broken', 'frontmatter/missing'],
      ['skills/low/skill.md', 'layout/wrong-case'],
      ['skills/one', 'name/duplicate'],
      ['skills/two', 'name/duplicate'],
      ['skills/x', 'layout/artifact-collision'],
      ['skills/x-bundle', 'layout/artifact-collision'],
    ]);
    expect(findings.some(({ code }) => code === 'frontmatter/missing')).toBe(true);
    expect(readFileSync(join(root, TREE, 'agent-skills/report.md'), 'utf8')).toContain(
      '## Refused and left out',
    );
    verifyTree(join(root, TREE));
  });

  it('does not trust a recorded refusal', () => {
    const { root, built, options } = buildWorkspace(FILES, { onRefused: 'exclude' });
    write(root, 'skills/broken/SKILL.md', skillMd('broken'));
    expect(thrownBy(() => publish(built, [], options)).code).toBe('publication/stale-artifact');
  });

  it('still fails for a damaged artifact', () => {
    const { root, built, options } = buildWorkspace(FILES, { onRefused: 'exclude' });
    const { file } = findArtifact(join(root, 'dist/build/skills-alpha/artifact'));
    writeFileSync(file, skillMd('alpha', 'Poison.'));
    expect(thrownBy(() => publish(built, [], options)).code).toBe('artifact/digest-mismatch');
    expect(existsSync(join(root, TREE))).toBe(false);
  });

  it('leaves out a bundle with a refused skill inside, whose other skills are published', () => {
    const { root, built, options } = buildWorkspace(
      {
        'skills/bun/SKILL.md': skillMd('bun'),
        'skills/bun/skills/bad/SKILL.md': 'No frontmatter.\n',
        'skills/bun/skills/good/SKILL.md': skillMd('good'),
      },
      { onRefused: 'exclude' },
    );
    const { report } = publish(built, [], options);
    expect(report.skills.map(({ name }) => name)).toEqual(['good']);
    expect(report.refused.map(({ path, findings }) => [path, findings[0]?.code])).toEqual([
      ['skills/bun', 'layout/refused-inside'],
      ['skills/bun/skills/bad', 'frontmatter/missing'],
    ]);
    expect(existsSync(join(root, TREE, 'agent-skills/bun-bundle.tar.gz'))).toBe(false);
  });

  it('never replaces a tree by an empty one', () => {
    const files = { 'skills/broken/SKILL.md': 'No frontmatter.\n' };
    const { root, built, options } = buildWorkspace(files, { onRefused: 'exclude' });
    const error = thrownBy(() => publish(built, [], options));
    expect(error.message).toContain('No skill is left to publish: 1 refused');
    expect(existsSync(join(root, TREE))).toBe(false);
    const excludedOnPurpose = ['skills/a'];
    expect(thrownBy(() => publish([], [], { ...options, excludedOnPurpose })).message).toContain(
      '1 folders excluded',
    );
    expect(publish([], [], options).report.skills).toEqual([]);
  });

  it('names each finding once, however many skills it is about', () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((folder) => [`skills/${folder}/SKILL.md`, skillMd('dup')]),
    );
    const { built, options } = buildWorkspace(
      { ...files, 'skills/z/SKILL.md': skillMd('z') },
      { onRefused: 'exclude' },
    );
    const { findings } = publish(built, [], options);
    expect(
      findings.filter(({ code }) => code === 'name/duplicate').map(({ file }) => file),
    ).toEqual(['skills/b/SKILL.md', 'skills/c/SKILL.md']);
  });
});
