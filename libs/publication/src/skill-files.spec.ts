import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, readArchive, readZip } from '@nx-agent-skills/artifact';
import type { PublicationOptions } from './publication';
import { publish } from './publish';
import { buildWorkspace, EACH_SHAPE, skillMd, TREE, thrownBy } from './testing/built-workspace';
import { verifyTree } from './verify-tree';

const INDEX = '.well-known/agent-skills/index.json';
const LEGACY = '.well-known/skills';

function published(
  options: Partial<PublicationOptions>,
  files: Record<string, string> = EACH_SHAPE,
) {
  const workspace = buildWorkspace(files, options);
  const tree = join(workspace.root, TREE);
  const publication = publish(workspace.built, [], workspace.options);
  return {
    ...publication,
    tree,
    read: (path: string) => readFileSync(join(tree, path)),
    json: (path: string) => JSON.parse(readFileSync(join(tree, path), 'utf8')),
  };
}

const faultsOf = (tree: string) => thrownBy(() => verifyTree(tree)).message;

describe('the SKILL.md of an archive', () => {
  it('lies beside it, for whoever asks for it by name', () => {
    const { read } = published({});
    const inside = readArchive(read('agent-skills/beta.tar.gz')).find(
      ({ path }) => path === 'SKILL.md',
    );
    expect(read('agent-skills/beta/SKILL.md')).toEqual(inside?.bytes);
    expect(`${read('agent-skills/suite/SKILL.md')}`).toBe(EACH_SHAPE['skills/suite/SKILL.md']);
  });
});

describe('zips', () => {
  it('are not published unless they are asked for', () => {
    const { report } = published({});
    expect(report.skills.filter(({ zip }) => zip)).toEqual([]);
  });

  it('lie beside every archive with the same files, and are reported', () => {
    const { report, read, json } = published({ zip: 'beside' });
    const zipped = report.skills.filter(({ zip }) => zip);
    expect(zipped.map(({ zip }) => zip?.file)).toEqual([
      'agent-skills/beta.zip',
      'agent-skills/cloud-bundle.zip',
      'agent-skills/suite-bundle.zip',
    ]);
    for (const { file, zip } of zipped) {
      const bytes = read(zip?.file ?? '');
      expect(digestOf(bytes)).toBe(zip?.digest);
      expect(readZip(bytes)).toEqual(readArchive(read(file)));
    }
    expect(JSON.stringify(json(INDEX))).not.toContain('.zip');
  });

  it('are what the index points to when the publisher says so', () => {
    const { report, json } = published({ zip: 'index' });
    const beta = json(INDEX).skills.find(({ name }: { name: string }) => name === 'beta');
    const zip = report.skills.find(({ name }) => name === 'beta')?.zip;
    expect(beta).toMatchObject({ type: 'archive', url: zip?.url, digest: zip?.digest });
    expect(json(`agent-skills/beta/${INDEX}`).skills).toEqual([beta]);
    expect(json(INDEX).skills[0].url).toMatch(/alpha\/SKILL\.md$/);
  });

  it('refuse the publication when a skill was built without one', () => {
    const { built, options } = buildWorkspace(EACH_SHAPE);
    const error = thrownBy(() => publish(built, [], { ...options, zip: 'beside' }));
    expect(error.message).toContain('skills/beta was built without a zip');
    expect(error.message).not.toContain('skills/alpha');
  });

  it('are checked with the tree', () => {
    const { tree, read } = published({ zip: 'beside' });
    writeFileSync(join(tree, 'agent-skills/beta.zip'), read('agent-skills/suite-bundle.zip'));
    expect(faultsOf(tree)).toContain('agent-skills/beta.zip is not the zip of agent-skills/beta');
    rmSync(join(tree, 'agent-skills/beta.zip'));
    expect(faultsOf(tree)).toContain('agent-skills/beta.zip is missing.');
  });
});

describe('the index of discovery 0.1.0', () => {
  it('is not published unless it is asked for', () => {
    expect(() => published({}).read(`${LEGACY}/index.json`)).toThrow();
  });

  it('lists the files of every skill, which lie beside it', () => {
    const { json, read } = published({ legacyIndex: true });
    const { skills } = json(`${LEGACY}/index.json`);
    expect(
      skills.map(({ name, files }: { name: string; files: string[] }) => [name, files]),
    ).toEqual([
      ['alpha', ['SKILL.md']],
      ['beta', ['SKILL.md', 'scripts/run.sh']],
      ['cloud-logs', ['SKILL.md']],
      ['suite', ['SKILL.md', 'skills/suite-scan/SKILL.md']],
      ['suite-scan', ['SKILL.md']],
    ]);
    expect(`${read(`${LEGACY}/beta/scripts/run.sh`)}`).toBe(
      EACH_SHAPE['skills/beta/scripts/run.sh'],
    );
  });

  it('leaves out a skill that its clients could not read, with a warning', () => {
    const { json, findings } = published(
      { legacyIndex: true },
      {
        'skills/alpha/SKILL.md': skillMd('alpha'),
        'skills/sharp/SKILL.md': skillMd('sharp'),
        'skills/sharp/c#.md': 'C#',
      },
    );
    expect(json(`${LEGACY}/index.json`).skills).toHaveLength(1);
    expect(json(INDEX).skills).toHaveLength(2);
    expect(findings).toMatchObject([
      { code: 'files/legacy-path', file: 'skills/sharp/c#.md', severity: 'warning' },
    ]);
  });

  it.each([`${LEGACY}/index.json`, `${LEGACY}/beta/scripts/run.sh`])(
    'is checked with the tree: %s',
    (path) => {
      const { tree } = published({ legacyIndex: true });
      writeFileSync(join(tree, path), 'x');
      expect(faultsOf(tree)).toContain(`${path} `);
    },
  );
});

describe('settings for hosts', () => {
  it('are written for the hosts that are named, and checked with the tree', () => {
    const { tree, read } = published({ hosting: ['headers', 'github-pages'] });
    expect(`${read('_headers')}`).toContain('/agent-skills/*.tar.gz');
    expect(`${read('.nojekyll')}`).toBe('');
    writeFileSync(join(tree, '_headers'), '');
    expect(faultsOf(tree)).toContain('_headers does not say the same as agent-skills/report.json.');
  });

  it('of a person are never taken for ours', () => {
    const workspace = buildWorkspace(EACH_SHAPE);
    publish(workspace.built, [], workspace.options);
    writeFileSync(join(workspace.root, TREE, '_headers'), '/* mine */');
    const error = thrownBy(() => publish(workspace.built, [], workspace.options));
    expect(error.message).toContain(
      'holds files that an earlier publication did not write (_headers)',
    );
    expect(readFileSync(join(workspace.root, TREE, '_headers'), 'utf8')).toBe('/* mine */');
  });

  it('are replaced with the tree', () => {
    const workspace = buildWorkspace(EACH_SHAPE, { hosting: ['vercel', 'nginx'] });
    publish(workspace.built, [], workspace.options);
    publish(workspace.built, [], { ...workspace.options, hosting: [] });
    verifyTree(join(workspace.root, TREE));
  });
});
