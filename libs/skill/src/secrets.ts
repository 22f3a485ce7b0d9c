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
/** Elsewhere it is one when key data follows, also inside a JSON text; a mention in prose is not. */
const KEY_INSIDE = new RegExp(
  `${KEY_HEADER}(?:\\\\[nr]|\\s){0,8}(?:[\\w-]{1,40}: [^\\n]{0,200}\\s{1,8}){0,6}[A-Za-z0-9+/=]{40}`,
);
const DOCKER_AUTH =
  /"auths"\s{0,20}:\s{0,20}\{[\s\S]{0,2000}"auth"\s{0,20}:\s{0,20}"[A-Za-z0-9+/=]{8}/;
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
  if (KEY_FIRST.test(text) || KEY_INSIDE.test(text)) return 'a private key';
  if (name.endsWith('.json') && DOCKER_AUTH.test(text)) return 'a file of registry credentials';
  if (name === '.npmrc' && NPM_TOKEN.test(text)) return 'npm settings with a token';
  if (name === '.pypirc' && PYPI_PASSWORD.test(text)) return 'PyPI settings with a password';
  return undefined;
}
