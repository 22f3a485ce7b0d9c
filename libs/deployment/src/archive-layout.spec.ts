import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EACH_SHAPE } from '@nx-agent-skills/publication/testing';
import { archiveLayout, zipLayout } from './archive-layout';
import { tarEntry, tarGz } from './testing/made-tar';
import { publishTree } from './testing/published-tree';

const URL_OF_ARCHIVE = 'https://acme.example/a.tar.gz';

describe('the layout of an archive', () => {
  it('is faultless in both forms that we publish', () => {
    const { tree } = publishTree(EACH_SHAPE, { zip: 'beside' });
    const read = (name: string) => readFileSync(join(tree, 'agent-skills', name));
    const paths = ['SKILL.md', 'scripts/run.sh'];
    const tar = archiveLayout(read('beta.tar.gz'), URL_OF_ARCHIVE);
    const zip = zipLayout(read('beta.zip'), URL_OF_ARCHIVE);
    expect(tar.diagnoses).toEqual([]);
    expect(tar.files.map(({ path }) => path)).toEqual(paths);
    expect(zip).toEqual(tar);
  });

  it('tells the files of archives of other tools, and says that they are not reproducible', () => {
    const bytes = tarGz(tarEntry('z.md', 'z'), tarEntry('SKILL.md', 'x', { prefix: '' }));
    const { files, diagnoses } = archiveLayout(bytes, URL_OF_ARCHIVE);
    expect(files.map(({ path }) => path)).toEqual(['z.md', 'SKILL.md']);
    expect(diagnoses.map(({ code }) => code)).toEqual(['layout/not-reproducible']);
  });

  it('counts the prefix of a ustar header as part of the path', () => {
    const bytes = tarGz(tarEntry('SKILL.md', 'x', { prefix: '..' }));
    expect(archiveLayout(bytes, URL_OF_ARCHIVE).diagnoses[0]).toMatchObject({
      code: 'layout/unsafe-path',
      message: expect.stringContaining('../SKILL.md'),
    });
  });

  it.each([
    ['a wrong checksum', tarGz(tarEntry('SKILL.md', 'x').fill('9', 148, 154))],
    ['a size beyond the end', tarGz(tarEntry('SKILL.md', Buffer.alloc(5000)).subarray(0, 1024))],
    ['no closing blocks', tarGz().subarray(0, 20)],
    ['anything but gzip', Buffer.from('PK\u0003\u0004')],
    ['nothing at all', Buffer.alloc(0)],
  ])('is damaged by %s', (_, bytes) => {
    expect(archiveLayout(bytes, URL_OF_ARCHIVE).diagnoses[0]?.code).toBe('layout/damaged');
  });

  it('of a zip of another form is refused', () => {
    expect(zipLayout(Buffer.from('PK\u0003\u0004'), URL_OF_ARCHIVE).diagnoses[0]?.code).toBe(
      'layout/damaged',
    );
  });
});
