import { ArtifactError } from './artifact-error';
import { describeFiles } from './describe-files';
import { readZip } from './read-zip';
import type { RecordedFile } from './recorded-file';

type ListedFile = Omit<RecordedFile, 'digest'> & { readonly digest: string };

/**
 * Makes sure that a zip holds exactly the files of the archive that it stands beside.
 *
 * @param files what the archive holds
 * @param where names the artifact in errors
 * @throws ArtifactError `artifact/damaged`
 */
export function checkZip(bytes: Buffer, files: readonly ListedFile[], where: string): void {
  let found: RecordedFile[];
  try {
    found = describeFiles(readZip(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArtifactError('artifact/damaged', where, `its zip is refused: ${reason}`);
  }
  if (JSON.stringify(found) !== JSON.stringify(files)) {
    throw new ArtifactError(
      'artifact/damaged',
      where,
      'its zip holds other files than its archive',
    );
  }
}
