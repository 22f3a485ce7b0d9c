import { basename } from 'node:path/posix';
import { requireRevision } from './read-git';
import { contentOfRevision, readBlobs } from './revision-files';
import { runGit } from './run-git';
import { submodulesOf } from './submodules';

/** Settings by which git writes other bytes into a checkout than the commit has (gitattributes). */
const CONVERSION = /^(?:text|eol|crlf|filter|ident|working-tree-encoding)(?:=|$)/;

/**
 * Why skills that are built from a revision may have other bytes than those that were published from
 * a checkout of it, as far as the revision tells.
 *
 * @param folder absolute, in a git repository
 * @returns in half sentences; none when the revision tells nothing
 * @throws PublicationError `publication/git`
 */
export function whyUnlike(folder: string, revision: string): string[] {
  const tree = requireRevision(folder, revision);
  const { files } = contentOfRevision(tree);
  const found = files.filter(({ path }) => basename(path) === '.gitattributes');
  const texts = readBlobs(tree, found);
  const converted = found.flatMap(({ path }, at) => {
    const settings = conversionsOf(String(texts[at]));
    const said = `${JSON.stringify(path)} lets a checkout have other bytes (${settings.join(', ')})`;
    return settings.length > 0 ? [said] : [];
  });
  const submodules = submodulesOf(folder, revision).map(
    (path) => `${JSON.stringify(path)} is a submodule, whose files are in another repository`,
  );
  const endings = runGit(folder, ['config', '--get', 'core.autocrlf']).output.toString().trim();
  const setting =
    endings === 'true' ? ['core.autocrlf of this machine lets a checkout have CRLF'] : [];
  return [...submodules, ...converted, ...setting];
}

function conversionsOf(attributes: string): string[] {
  const lines = attributes.split('\n').filter((line) => !/^\s*#/.test(line));
  const settings = lines.flatMap((line) => line.trim().split(/\s+/).slice(1));
  return [...new Set(settings.filter((setting) => CONVERSION.test(setting)))].sort();
}
