import type { DeploymentRule } from './deployment-rule';

/** What a deploy, a host or a content network does to the files of a tree. */
export const TREE_RULES = {
  'deploy/dot-folder-dropped': {
    severity: 'error',
    what: 'A file below .well-known is not served. The upload or the host may drop folders that begin with a dot.',
    fix: 'Deploy the output folder with its dot-folders: set the option of your uploader that includes hidden files (include-hidden-files, dot: true), keep a .nojekyll file where Jekyll is used, and allow /.well-known/ in the rules of the server.',
  },
  'deploy/file-missing': {
    severity: 'error',
    what: 'The file is not served.',
    fix: 'Deploy the whole output folder again, and compare the list of uploaded files with agent-skills/report.json.',
  },
  'deploy/catch-all-page': {
    severity: 'error',
    what: 'An HTML page is served in place of the file: a catch-all page answers paths that it does not know.',
    fix: 'Deploy the file, and exclude /.well-known/ and /agent-skills/ from the rewrite to the page of the app, so that missing files answer 404.',
  },
  'deploy/stale-copy': {
    severity: 'error',
    what: 'An earlier build is served, usually by a cache in front of the site.',
    fix: 'Purge the cache of /.well-known/agent-skills/ and /agent-skills/ after each deploy, or give these paths a short time to live, then run the check again.',
  },
  'index/invalid': {
    severity: 'error',
    what: 'The served index breaks the format; clients ignore it or drop the entry without a word.',
    fix: 'Serve the index.json that was built, unchanged.',
  },
  'index/loose': {
    severity: 'warning',
    what: 'The served index is read by clients, but is not as the format asks.',
    fix: 'Write the index with exactly the fields of the format.',
  },
  'index/too-large': {
    severity: 'error',
    what: 'The served index has more in it than any client can use; it was not read.',
    fix: 'Look at what the host serves in place of the index.json that was built.',
  },
  'index/empty': {
    severity: 'error',
    what: 'The served index lists no skill.',
    fix: 'Publish at least one skill, and deploy the whole output folder.',
  },
  'index/empty-as-built': {
    severity: 'warning',
    what: 'The index lists no skill, and was built so: there is nothing to install.',
    fix: 'Look at what publish-index leaves out, and publish again.',
  },
  'index/other-origin': {
    severity: 'error',
    what: 'The served index points to another origin than the one that was built.',
    fix: 'Publish with --origin of the place where the tree is served, or deploy the output folder that was published for it.',
  },
  'index/differs': {
    severity: 'error',
    what: 'The served index is not the one that was built.',
    fix: 'Deploy the whole output folder of the publication that the report describes.',
  },
  'index/copy-differs': {
    severity: 'error',
    what: 'Another index than the main one is served below agent-skills/, so that install commands find other skills.',
    fix: 'Deploy the whole output folder: each skill has an index of its own below agent-skills/, in a dot-folder.',
  },
  'index/other-at-root': {
    severity: 'error',
    what: 'The root of the domain serves another index; clients that look there find other skills.',
    fix: 'Serve the tree at the root of the domain, or remove the index that lies there.',
  },
  'deploy/page-missing': {
    severity: 'info',
    what: 'The catalogue page or the report is not served; installers do not need them.',
    fix: 'Deploy the whole output folder, so that people find the skills at /agent-skills/.',
  },
  'bytes/rewritten': {
    severity: 'error',
    what: 'The bytes were changed on their way.',
    fix: 'Turn off everything at the host that rewrites files (minifying, injected scripts, e-mail obfuscation, image or text optimisation) for these paths.',
  },
  'bytes/line-endings': {
    severity: 'error',
    what: 'The line endings were changed on their way.',
    fix: 'Upload in binary mode, and if the output is committed, mark it "-text" in .gitattributes.',
  },
  'bytes/bom-added': {
    severity: 'error',
    what: 'A byte order mark was put before the file.',
    fix: 'Upload the files as bytes; no step may read and write them as text with a BOM.',
  },
  'bytes/appended': {
    severity: 'error',
    what: 'Something was appended to the file.',
    fix: 'Turn off the injection of scripts or banners for these paths.',
  },
  'bytes/compressed': {
    severity: 'error',
    what: 'The file was compressed once more, without saying so.',
    fix: 'Upload the files as they are, without a step that compresses them beforehand.',
  },
  'bytes/unpacked': {
    severity: 'error',
    what: 'The archive was unpacked by the host: a plain tar is served under the name of a .tar.gz.',
    fix: 'Turn off the decompression of .gz files at the host.',
  },
  'digest/mismatch': {
    severity: 'error',
    what: 'The served bytes do not have the digest that was promised; clients drop the skill without a word.',
    fix: 'Publish again and deploy the whole output folder. Never edit a published file or a digest by hand.',
  },
  'layout/damaged': {
    severity: 'error',
    what: 'The archive cannot be read.',
    fix: 'Build the archive again and deploy it unchanged.',
  },
  'layout/unsafe-path': {
    severity: 'error',
    what: 'The archive has an entry that would be written outside the folder of the skill, or not at all.',
    fix: 'Pack the skill with bare relative paths.',
  },
  'layout/not-a-file': {
    severity: 'error',
    what: 'The archive has an entry that is no plain file; clients refuse it or skip the entry.',
    fix: 'Pack plain files only: no links, folders, devices or extended headers.',
  },
  'layout/duplicate': {
    severity: 'error',
    what: 'The archive has two entries of one path.',
    fix: 'Pack every file once.',
  },
  'layout/no-skill-md': {
    severity: 'error',
    what: 'The archive has no SKILL.md at its root.',
    fix: 'Pack the skill from inside its folder, so that no folder wraps it.',
  },
  'layout/too-large': {
    severity: 'error',
    what: 'The archive unpacks to more than clients accept.',
    fix: 'Make the skill smaller; clients take at most 50 MiB.',
  },
  'layout/too-many': {
    severity: 'error',
    what: 'The archive has more files than clients accept.',
    fix: 'Make the skill smaller; clients take at most 1000 files.',
  },
  'layout/not-reproducible': {
    severity: 'info',
    what: 'The archive is safe, but is not in the one form that gives the same bytes on every machine.',
    fix: 'Build it with this tool.',
  },
} as const satisfies Record<string, DeploymentRule>;
