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
  ])('%s is %s', (path, reason) => {
    expect(secretReason(path, EMPTY)).toBe(reason);
  });

  it.each([
    '.env.example',
    '.env.sample',
    'a/.env.template',
    '.env.local.example',
    '.envrc',
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
