import { checkBodyReferences } from './body-references';
import { decodeSkillMd } from './decode-skill-md';
import type { Finding } from './finding';
import { checkHiddenText } from './hidden-text';
import { splitSkillMd } from './split-skill-md';

/**
 * Checks the text of a SKILL.md against the files that are published with it.
 *
 * @param bytes the file
 * @param file its path in the workspace, for findings
 * @param files all files of the skill, relative to it
 */
export function checkSkillText(
  bytes: Buffer,
  file: string,
  files: readonly { path: string; bytes: Buffer }[],
): Finding[] {
  const { text } = decodeSkillMd(bytes, file);
  if (text === undefined) return [];
  const hidden = checkHiddenText(text, file);
  const split = splitSkillMd(text, file, '');
  if ('findings' in split) return hidden;
  const { body, bodyLine } = split.parts;
  const published = {
    paths: new Set(files.map(({ path }) => path)),
    scripts: files.filter((each) => isScript(each.bytes)).map(({ path }) => path),
  };
  return [...hidden, ...checkBodyReferences(body, bodyLine, file, published)];
}

const isScript = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === '#!';
