const ENV_FILE = /^\.env(\..+)?$/;
const ENV_SAMPLE = /\.(example|sample|template)$/;
const KEY_FILE = /^(id_(rsa|dsa|ecdsa|ed25519)(_sk)?|.+\.(p12|pfx|jks|keystore|ppk))$/;
const CREDENTIAL_FILE = /^(\.netrc|_netrc|\.git-credentials|\.pgpass|\.htpasswd)$/;
const PRIVATE_KEY = /^\s*-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;
const NPM_TOKEN =
  /^[ \t]*(?:[^#;\s=][^=\n]*)?_(?:authToken|auth|password)[ \t]*=[ \t]*(?!["']?\$\{)\S/m;
const PYPI_PASSWORD = /^[ \t]*password[ \t]*[:=][ \t]*\S/m;

/** Enough of a file to see a key's header, or all of a tool's settings. */
const LOOKED_AT = 64 * 1024;

/**
 * Why a file is taken for a secret, by its name or its first bytes; undefined when it is not. The
 * answer never holds any of the content.
 *
 * @param path relative to the skill
 */
export function secretReason(path: string, bytes: Buffer): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (ENV_FILE.test(name) && !ENV_SAMPLE.test(name)) return 'an environment file';
  if (KEY_FILE.test(name)) return 'a private key or key store';
  if (CREDENTIAL_FILE.test(name)) return 'a file of credentials';
  const text = bytes.subarray(0, LOOKED_AT).toString('latin1');
  if (PRIVATE_KEY.test(text)) return 'a private key';
  if (name === '.npmrc' && NPM_TOKEN.test(text)) return 'npm settings with a token';
  if (name === '.pypirc' && PYPI_PASSWORD.test(text)) return 'PyPI settings with a password';
  return undefined;
}
