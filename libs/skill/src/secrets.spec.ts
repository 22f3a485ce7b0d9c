import { secretReason } from './secrets';

const EMPTY = Buffer.alloc(0);

describe('secretReason by name', () => {
  it.each([
    ['.env', 'an environment file'],
    ['config/.env', 'an environment file'],
    ['.env.local', 'an environment file'],
    ['.ENV.Production', 'an environment file'],
    ['.env.example.local', 'an environment file'],
    ['id_rsa', 'a private key or key store'],
    ['keys/id_ed25519', 'a private key or key store'],
    ['id_ecdsa_sk', 'a private key or key store'],
    ['cert.p12', 'a private key or key store'],
    ['RELEASE.KEYSTORE', 'a private key or key store'],
    ['host.ppk', 'a private key or key store'],
    ['.netrc', 'a file of credentials'],
    ['_netrc', 'a file of credentials'],
    ['.git-credentials', 'a file of credentials'],
    ['.pgpass', 'a file of credentials'],
    ['.htpasswd', 'a file of credentials'],
    ['.netrc.bak', 'a file of credentials'],
    ['.aws/credentials', 'a file of credentials'],
    ['home/.kube/config', 'a file of credentials'],
    ['prod.env', 'an environment file'],
  ])('%s is %s', (path, reason) => {
    expect(secretReason(path, EMPTY)).toBe(reason);
  });

  it.each([
    '.env.example',
    '.env.sample',
    'a/.env.template',
    '.env.local.example',
    '.envrc',
    'example.env',
    'app.template.env',
    'credentials',
    'docs/aws/credentials.md',
    'env',
    'my.env.md',
    'id_rsa.pub',
    'id_rsa.md',
    'p12',
    '.npmrc',
    '.pypirc',
    '.zshrc',
  ])('%s is none', (path) => {
    expect(secretReason(path, EMPTY)).toBeUndefined();
  });
});

describe('secretReason by content', () => {
  it.each(['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED ', 'DSA '])(
    'a file that begins with the header of a %sPRIVATE KEY',
    (kind) => {
      const text = `\n-----BEGIN ${kind}PRIVATE KEY-----\nabc\n`;
      expect(secretReason('assets/server.txt', Buffer.from(text))).toBe('a private key');
    },
  );

  it('a PGP key block', () => {
    const text = '-----BEGIN PGP PRIVATE KEY BLOCK-----\n';
    expect(secretReason('key.asc', Buffer.from(text))).toBe('a private key');
  });

  it.each([
    '-----BEGIN PUBLIC KEY-----\n',
    '-----BEGIN CERTIFICATE-----\n',
    'A key begins with -----BEGIN PRIVATE KEY-----\n',
  ])('not %j', (text) => {
    expect(secretReason('docs/keys.md', Buffer.from(text))).toBeUndefined();
  });

  it.each([
    '//registry.example/:_authToken=made-up',
    'color=true\n  //registry.example/:_authToken = made-up\n',
    '_authToken=made-up',
    '_auth=made-up',
    '//registry.example/:_password="made-up"',
  ])('.npmrc with %j', (text) => {
    expect(secretReason('.npmrc', Buffer.from(text))).toBe('npm settings with a token');
  });

  it.each([
    'registry=https://registry.example/\n',
    `//registry.example/:_authToken=\${NPM_TOKEN}`,
    `//registry.example/:_authToken="\${NPM_TOKEN}"`,
    `//registry.example/:_authToken= \${NPM_TOKEN}`,
    '//registry.example/:_authToken=\nregistry=https://registry.example/\n',
    '; _authToken=made-up',
    '# //registry.example/:_authToken=made-up',
    'always-auth=true',
  ])('not .npmrc with %j', (text) => {
    expect(secretReason('.npmrc', Buffer.from(text))).toBeUndefined();
  });

  it('.pypirc with a password', () => {
    const text = '[pypi]\nusername = __token__\n  password: made-up\n';
    expect(secretReason('.pypirc', Buffer.from(text))).toBe('PyPI settings with a password');
    expect(secretReason('.pypirc', Buffer.from('[pypi]\nusername = a\npassword =\n'))).toBe(
      undefined,
    );
  });

  it.each(['.npmrc', '.pypirc', 'a.pem'])('ends soon for %s of blank lines', (path) => {
    const start = performance.now();
    expect(secretReason(path, Buffer.from('\n \t'.repeat(100_000)))).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('secretReason inside a file', () => {
  const KEY = 'QUJD'.repeat(16);

  it.each<[string, string, string]>([
    [
      'a key behind a certificate',
      'server.pem',
      `-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n${KEY}\n`,
    ],
    ['a key behind a byte order mark', 'k.txt', `\ufeff-----BEGIN RSA PRIVATE KEY-----\n${KEY}\n`],
    [
      'an encrypted key',
      'a.txt',
      `x\n-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,ABC\n\n${KEY}\n`,
    ],
    [
      'a service account',
      'sa.json',
      JSON.stringify({ private_key: `-----BEGIN PRIVATE KEY-----\n${KEY}\n` }),
    ],
    [
      'registry credentials',
      'config.json',
      JSON.stringify({ auths: { 'r.acme.example': { auth: 'YWNtZTphY21l' } } }),
    ],
    [
      'a key in a page of text',
      'notes.md',
      `Use this:\n\n-----BEGIN OPENSSH PRIVATE KEY-----\n${KEY}\n`,
    ],
  ])('finds %s', (_what, path, text) => {
    expect(secretReason(path, Buffer.from(text))).toMatch(/private key|credentials/);
  });

  it.each<[string, string, string]>([
    ['a mention of the header', 'a.md', 'Keys begin with `-----BEGIN PRIVATE KEY-----`.'],
    [
      'an example that is cut short',
      'a.md',
      'x\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n-----END',
    ],
    ['a placeholder', 'a.json', '{"private_key": "-----BEGIN PRIVATE KEY-----\\n<your key>"}'],
    ['a public key', 'a.pem', `-----BEGIN PUBLIC KEY-----\n${KEY}\n`],
    ['a list of registries', 'config.json', '{"auths": {"r.acme.example": {}}}'],
  ])('lets %s pass', (_what, path, text) => {
    expect(secretReason(path, Buffer.from(text))).toBeUndefined();
  });
});

describe('secretReason on hostile text', () => {
  it('takes little time', () => {
    const header = '-----BEGIN PRIVATE KEY-----';
    const texts = [
      `x ${header}${`a:${' '.repeat(8)}`.repeat(5000)}`,
      `x ${header}`.repeat(2000),
      `x ${header}\n${'a: b\n'.repeat(10_000)}`,
      `{"auths": {${'"auths": {'.repeat(6000)}`,
    ];
    const started = process.cpuUsage();
    for (const text of texts) expect(secretReason('a.json', Buffer.from(text))).toBeUndefined();
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
