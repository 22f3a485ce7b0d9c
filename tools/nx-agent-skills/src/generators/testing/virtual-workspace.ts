import { writeTree } from '@nx-agent-skills/skill/testing';
import { logger, type Tree } from 'nx/src/devkit-exports';
import { FsTree } from 'nx/src/generators/tree';

export const ORIGIN = 'https://skills.acme.example';

/** An nx.json that registers the plugin. */
export const nxJson = (options: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) =>
  JSON.stringify({
    ...rest,
    plugins: [{ plugin: 'nx-agent-skills/plugin', options: { origin: ORIGIN, ...options } }],
  });

/** Files on disk, and a tree above them that writes nothing. */
export const virtualWorkspace = (files: Record<string, string>): Tree =>
  new FsTree(writeTree(files), false);

/** What a tree would write, by path. */
export const written = (tree: Tree): Record<string, string> =>
  Object.fromEntries(
    tree.listChanges().map(({ path, content }) => [path, content?.toString('utf8') ?? '']),
  );

/** Keeps what generators say, and shows none of it. */
export function silence(): string[] {
  const said: string[] = [];
  for (const level of ['info', 'warn'] as const) {
    jest
      .spyOn(logger, level)
      .mockImplementation((...texts: unknown[]) => void said.push(texts.join(' ')));
  }
  return said;
}
