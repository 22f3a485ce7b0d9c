import { parseOptions } from './options';

const faultOf = (options: unknown) => {
  const parsed = parseOptions(options);
  return 'fault' in parsed ? parsed.fault : '';
};

describe('plugin options', () => {
  it('have defaults for all but the origin', () => {
    expect(parseOptions(undefined)).toEqual({
      options: {
        outputDir: 'dist/agent-skills',
        buildDir: 'dist/agent-skills-build',
        snapshotsDir: 'snapshots',
        snapshotArtifacts: 'stored',
        snapshotTag: 'v{version}',
        roots: ['skills'],
        exclude: [],
        strict: false,
        rules: {},
        onRefused: 'fail',
        agents: ['claude-code', 'codex', 'cursor', 'github-copilot'],
        zip: 'off',
        legacyIndex: false,
        contentAddressed: false,
        onRemoved: 'allow',
        hosting: [],
        bundleSlugs: {},
        preview: false,
        archiveTargetName: 'archive',
        hashTargetName: 'hash',
        publishIndexTargetName: 'publish-index',
        validateTargetName: 'validate',
      },
    });
  });

  it.each<[string, unknown, string[]]>([
    ['an unknown option', { outputdir: 'x' }, ['outputdir: there is no such option', 'outputDir']],
    [
      'a wrong type',
      { strict: 'yes' },
      ['strict: received "yes"', 'true or false', '"strict": true'],
    ],
    ['a text in place of a list', { roots: 'skills' }, ['roots: received "skills"', '["skills"]']],
    ['an unknown host', { hosting: ['ftp'] }, ['hosting.0: received "ftp"', '"github-pages"']],
    ['a switch in place of a mode', { zip: true }, ['zip: received true', '"beside"']],
    [
      'a tag without a version',
      { snapshotTag: 'latest' },
      ['snapshotTag: received "latest"', '"v{version}"'],
    ],
    ['an unknown mode', { onRemoved: 'warn' }, ['onRemoved: received "warn"', '"fail"']],
    ['an empty list', { agents: [] }, ['agents: received []']],
    [
      'a folder outside',
      { outputDir: '../out' },
      ['outputDir: received "../out"', 'inside the workspace'],
    ],
    ['an absolute folder', { roots: ['/srv/skills'] }, ['roots.0: received "/srv/skills"']],
    ['a Windows drive', { buildDir: 'C:\\out' }, ['buildDir: received "C:']],
    [
      'an odd target name',
      { hashTargetName: 'a:b' },
      ['hashTargetName: received "a:b"', 'target name'],
    ],
    [
      'two targets of one name',
      { archiveTargetName: 'hash' },
      ['archiveTargetName: received "hash"'],
    ],
    [
      'a rule that stays an error',
      { rules: { 'files/secret': 'off' } },
      ['"files/secret" stays an error'],
    ],
    ['an unknown rule', { rules: { 'no/rule': 'off' } }, ['there is no rule "no/rule"']],
    [
      'an unknown level',
      { rules: { 'body/empty': 'info' } },
      ['received "info"', '"off", "warning" or "error"'],
    ],
    [
      'another onRefused',
      { onRefused: 'skip' },
      ['onRefused: received "skip"', '"fail" or "exclude"'],
    ],
    [
      'an output folder among the skills',
      { outputDir: 'skills/out' },
      ['outputDir: received "skills/out"', 'root skills'],
    ],
    [
      'a build folder among the skills',
      { roots: ['packages/*/skills'], buildDir: 'packages/a/skills/b' },
      ['buildDir: received'],
    ],
    [
      'outputs in one another',
      { buildDir: 'dist/agent-skills/build' },
      ['buildDir: received', 'beside outputDir'],
    ],
    ['the workspace as a folder of outputs', { buildDir: '.' }, ['buildDir: received "."']],
    ['a folder of git', { outputDir: '.git/x' }, ['outputDir: received ".git/x"']],
    ['a backslash', { outputDir: 'dist\\x' }, ['outputDir: received']],
    [
      'a negated glob',
      { exclude: ['skills/drafts/*', '!skills/drafts/a'] },
      ['exclude.1: received "!skills/drafts/a"', 'without "!"'],
    ],
    [
      'a reserved marketplace',
      { marketplace: { name: 'agent-skills', owner: { name: 'Acme' } } },
      ['marketplace.name: received "agent-skills", which is reserved', '"acme-skills"'],
    ],
    [
      'a marketplace without an owner',
      { marketplace: { name: 'acme-skills' } },
      ['marketplace.owner: received nothing', 'an owner with a name', '"marketplace": {'],
    ],
    ['no object', 'https://x.example', ['options: received "https://x.example"']],
  ])('name %s, what was received and an example', (_what, options, words) => {
    for (const word of words) expect(faultOf(options)).toContain(word);
  });

  it('name all faults at once', () => {
    const fault = faultOf({ strict: 1, roots: 2, nope: 3 });
    for (const name of ['strict', 'roots', 'nope']) expect(fault).toContain(`  ${name}: `);
  });

  it('are brought into one form', () => {
    expect(
      parseOptions({ roots: ['./skills/', 'packages/*/skills/'], outputDir: './out/' }),
    ).toMatchObject({
      options: { roots: ['skills', 'packages/*/skills'], outputDir: 'out' },
    });
  });
});
