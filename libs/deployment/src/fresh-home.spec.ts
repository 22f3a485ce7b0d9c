import { existsSync, rmSync } from 'node:fs';
import { inFreshHome } from './fresh-home';

jest.mock('node:fs', () => {
  const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
  return { ...fs, rmSync: jest.fn(fs.rmSync) };
});

const remove = jest.mocked(rmSync);
const refuse = () => {
  throw Object.assign(new Error('ENOTEMPTY: directory not empty'), { code: 'ENOTEMPTY' });
};

describe('a fresh home', () => {
  it('is removed although something was still being written there', async () => {
    remove.mockImplementationOnce(refuse).mockImplementationOnce(refuse);
    const folder = await inFreshHome(async ({ folder }) => folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('that cannot be removed does not cost the result', async () => {
    for (let times = 0; times < 5; times += 1) remove.mockImplementationOnce(refuse);
    const folder = await inFreshHome(async ({ folder }) => folder);
    expect(existsSync(folder)).toBe(true);
    remove.mockClear();
    rmSync(folder, { recursive: true });
  });

  it('is removed when the task fails', async () => {
    let folder = '';
    const failing = inFreshHome(async (home) => {
      folder = home.folder;
      throw new RangeError('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(existsSync(folder)).toBe(false);
  });
});
