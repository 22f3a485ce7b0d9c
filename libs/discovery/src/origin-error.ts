export type OriginErrorCode =
  | 'origin/not-a-url'
  | 'origin/not-https'
  | 'origin/credentials'
  | 'origin/query-or-fragment'
  | 'origin/bad-host'
  | 'origin/ip-address'
  | 'origin/local-host'
  | 'origin/uncontrolled-host'
  | 'origin/bad-base-path'
  | 'origin/read-as-git'
  | 'origin/not-normal';

const REASONS: Record<OriginErrorCode, string> = {
  'origin/not-a-url': 'is not a full URL',
  'origin/not-https': 'is not an https URL',
  'origin/credentials': 'carries a user name or password, which everybody could read',
  'origin/query-or-fragment': 'carries a query or a fragment, and files are addressed below it',
  'origin/bad-host': 'has a host that is no plain domain name',
  'origin/ip-address': 'is an IP address, which nobody else can rely on',
  'origin/local-host': 'is a name that only this machine or network knows',
  'origin/uncontrolled-host': 'is on a host whose delivery the publisher does not control',
  'origin/bad-base-path': 'has a base path that is not made of plain segments',
  'origin/read-as-git': 'would be read by the stock installer as a git repository',
  'origin/not-normal': 'is not written in its one normal form',
};

/** An origin that skills cannot be published under. `received` and `fix` are part of the message. */
export class OriginError extends Error {
  override readonly name = 'OriginError';
  readonly received: string;

  constructor(
    readonly code: OriginErrorCode,
    received: string,
    readonly fix: string,
  ) {
    const shown = withoutSecrets(received);
    super(
      `${code}: the origin ${JSON.stringify(shown)} ${REASONS[code]}. ${fix} ` +
        'Example: https://skills.acme.example or https://acme.example/docs',
    );
    this.received = shown;
  }
}

/** Error messages end up in build logs, so a password in the URL must not. */
function withoutSecrets(received: string): string {
  return received.replace(/^([^:/?#]*:\/*)[^/?#\\]*@/, '$1***@');
}
