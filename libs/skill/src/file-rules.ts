import type { Rule } from './rule';

/** Rules about the files of a skill and their paths. */
export const FILE_RULES = {
  'files/secret': {
    severity: 'error',
    what: 'The skill holds a file that looks like a secret.',
    why: 'Everything in the folder is published for anyone to download.',
    fix: 'Move the file out of the skill, or ignore it in .gitignore; call a harmless sample .env.example.',
  },
  'files/link-outside': {
    severity: 'error',
    what: 'A symbolic link leaves the skill.',
    why: 'A change of the target would not rebuild the skill, and files that nobody meant to publish would travel along.',
    fix: 'Copy the target into the skill.',
  },
  'files/link-dangling': {
    severity: 'error',
    what: 'The target of a symbolic link does not exist.',
    why: 'The published skill would lack the file.',
    fix: 'Create the target or remove the link.',
  },
  'files/link-loop': {
    severity: 'error',
    what: 'A symbolic link leads back to itself.',
    why: 'The link has no content that could be published.',
    fix: 'Remove the link.',
  },
  'files/link-to-folder': {
    severity: 'error',
    what: 'A symbolic link points to a folder.',
    why: 'Nx does not follow such links, so that a change below the target would publish stale files.',
    fix: 'Link the files one by one, or copy the folder.',
  },
  'files/link-to-unpublished': {
    severity: 'error',
    what: 'A symbolic link points to a file that is itself left out of the skill.',
    why: 'The content of an ignored, left-out or secret file would be published under another name.',
    fix: 'Remove the link, or stop ignoring its target.',
  },
  'files/special': {
    severity: 'error',
    what: 'Neither a file nor a folder.',
    why: 'Devices, sockets and pipes have no content that could be published.',
    fix: 'Remove it.',
  },
  'files/unreadable': {
    severity: 'error',
    what: 'A file or folder cannot be read.',
    why: 'The published skill would lack it.',
    fix: 'Correct its permissions.',
  },
  'files/legacy-path': {
    severity: 'warning',
    what: 'A path cannot be asked for by clients of discovery 0.1.0.',
    why: 'They put paths into URLs as they are, and give up the whole index for a path with "..". The skill is left out of that index; all others have it.',
    fix: 'Rename the file: no "..", "#", "?" or "%" in its path.',
  },
  'files/too-many': {
    severity: 'error',
    what: 'The skill has more than 1000 files.',
    why: 'The stock client refuses to install such an archive.',
    fix: 'Split the skill, or pack data files together.',
  },
  'files/too-large': {
    severity: 'error',
    what: 'The skill is larger than 50 MiB unpacked.',
    why: 'The stock client refuses to install such an archive.',
    fix: 'Split the skill, or let it download large data when it runs.',
  },
  'files/near-limit': {
    severity: 'warning',
    what: 'The skill is close to the limits of the stock client (1000 files, 50 MiB).',
    why: 'Beyond the limit it can no longer be installed.',
    fix: 'Plan to split the skill.',
  },
  'files/tracked-but-ignored': {
    severity: 'warning',
    what: 'A file is committed to git but also matched by an ignore file, so it is not published.',
    why: 'Nx does not hash ignored files: if the file were packed, a change of it would publish stale bytes.',
    fix: 'Remove the pattern that ignores the file, or stop tracking the file.',
  },
  'files/ignored-on-this-machine': {
    severity: 'error',
    what: 'A committed file is ignored by a pattern that exists on this machine only.',
    why: 'Another machine would publish other bytes from the same commit.',
    fix: 'Remove the pattern from .git/info/exclude or from the global excludes file of git.',
  },
  'path/not-portable': {
    severity: 'error',
    what: 'A path cannot be unpacked everywhere.',
    why: 'Windows or the stock client refuses the file, and with it the skill.',
    fix: 'Rename the file.',
  },
  'path/too-long': {
    severity: 'error',
    what: 'A path does not fit a plain tar header: at most 100 bytes of name after at most 155 bytes of folders.',
    why: 'The stock client ignores the extension for longer paths and installs the file under a cut name.',
    fix: 'Shorten the name of the file or of its folders.',
  },
  'path/collision': {
    severity: 'error',
    what: 'Two paths are the same on a file system that folds case or Unicode forms.',
    why: 'On macOS and Windows one file would overwrite the other.',
    fix: 'Rename one of the two.',
  },
  'path/hidden-character': {
    severity: 'warning',
    what: 'A path holds an invisible or direction-changing character.',
    why: 'People cannot see what the file is called.',
    fix: 'Rename the file.',
  },
} as const satisfies Record<string, Rule>;
