const ENV_FILE = /^\.env(\..+)?$|\.env$/;
const ENV_SAMPLE = /\.(example|sample|template)$|(^|[._-])(example|sample|template)\.env$/;
const KEY_FILE = /^(id_(rsa|dsa|ecdsa|ed25519)(_sk)?|.+\.(p12|pfx|jks|keystore|ppk))$/;
const CREDENTIAL_FILE =
  /^([._]netrc|\.git-credentials|\.pgpass|\.htpasswd|\.dockerconfigjson)(\..+)?$/;
const CREDENTIAL_PATH =
  /(^|\/)(\.aws\/credentials|\.docker\/config\.json|\.kube\/config|\.config\/gcloud\/.+\.json)$/;
const KEY_HEADER = '-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----';
/** A file that begins with it is a key, however short. */
const KEY_FIRST = new RegExp(`^(?:\\u00ef\\u00bb\\u00bf)?\\s{0,80}${KEY_HEADER}`);
const KEY_ANYWHERE = new RegExp(KEY_HEADER, 'g');
/** Key data; a mention of a key in prose has none. */
const KEY_DATA = /^[A-Za-z0-9+/=]{40}/;
const KEY_ATTRIBUTE = /^[\w-]{1,40}: /;
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
  if (CREDENTIAL_FILE.test(name) || CREDENTIAL_PATH.test(path.toLowerCase()))
    return 'a file of credentials';
  const text = bytes.subarray(0, LOOKED_AT).toString('latin1');
  if (KEY_FIRST.test(text) || holdsKey(text)) return 'a private key';
  if (name.endsWith('.json') && holdsRegistryAuth(text)) return 'a file of registry credentials';
  if (name === '.npmrc' && NPM_TOKEN.test(text)) return 'npm settings with a token';
  if (name === '.pypirc' && PYPI_PASSWORD.test(text)) return 'PyPI settings with a password';
  return undefined;
}

/** How far behind a header the key data begins at the latest. */
const BEHIND_HEADER = 1000;

/** Whether key data follows a key's header, in lines of their own or in a JSON text. */
function holdsKey(text: string): boolean {
  return [...text.matchAll(KEY_ANYWHERE)].some(({ 0: header, index }) => {
    const start = index + header.length;
    const lines = text.slice(start, start + BEHIND_HEADER).split(/\r?\n|\\[nr]/);
    const first = lines
      .map((line) => line.trim())
      .find((line) => line !== '' && !KEY_ATTRIBUTE.test(line));
    return first !== undefined && KEY_DATA.test(first);
  });
}

/** Whether a JSON text has the logins that container tools keep. */
function holdsRegistryAuth(text: string): boolean {
  if (!text.includes('"auths"')) return false;
  try {
    const { auths } = JSON.parse(text) as { auths?: Record<string, { auth?: unknown } | null> };
    return Object.values(auths ?? {}).some(
      (each) => typeof each?.auth === 'string' && each.auth !== '',
    );
  } catch {
    return false;
  }
}
