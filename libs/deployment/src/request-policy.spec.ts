import type { LookupAddress } from 'node:dns';
import { guardedLookup, policyFault, type RequestPolicy } from './request-policy';

const policyFor = (origin: string, change: Partial<RequestPolicy> = {}): RequestPolicy => ({
  origin: new URL(origin),
  allowedHosts: [],
  allowPrivate: false,
  resolve: {},
  ...change,
});

const faultOf = (url: string, policy: RequestPolicy) => policyFault(new URL(url), policy)?.code;

function addressesOf(
  hostname: string,
  policy: RequestPolicy,
): Promise<{ error: NodeJS.ErrnoException | null; addresses: string[] }> {
  return new Promise((resolve) => {
    guardedLookup(policy)(hostname, { all: true }, (error, found) =>
      resolve({
        error,
        addresses: error ? [] : (found as LookupAddress[]).map(({ address }) => address),
      }),
    );
  });
}

describe('the policy for requests', () => {
  const acme = policyFor('https://skills.acme.example');

  it('allows the origin over https and nothing else', () => {
    expect(faultOf('https://skills.acme.example/x', acme)).toBeUndefined();
    expect(faultOf('http://skills.acme.example/x', acme)).toBe('http/scheme');
    expect(faultOf('ftp://skills.acme.example/x', acme)).toBe('http/scheme');
    expect(faultOf('https://a:b@skills.acme.example/x', acme)).toBe('http/credentials');
    expect(faultOf('https://skills.acme.example:8443/x', acme)).toBe('http/other-host');
    expect(faultOf('https://cdn.acme.example/x', acme)).toBe('http/other-host');
  });

  it('allows hosts that the publisher names, and no private address among them', () => {
    const policy = policyFor('https://skills.acme.example', {
      allowedHosts: ['cdn.acme.example', '10.0.0.1'],
    });
    expect(faultOf('https://cdn.acme.example/x', policy)).toBeUndefined();
    expect(faultOf('https://10.0.0.1/x', policy)).toBe('http/private-address');
  });

  it.each([
    'https://127.1/',
    'https://0x7f000001/',
    'https://[::ffff:127.0.0.1]/',
    'https://①②⑦.0.0.1/',
  ])('refuses %s, however it is written', (url) => {
    expect(faultOf(url, acme)).toBe('http/private-address');
  });

  it('allows a private origin that the user has named, itself only', () => {
    const preview = policyFor('http://127.0.0.1:4000');
    expect(faultOf('http://127.0.0.1:4000/x', preview)).toBeUndefined();
    expect(faultOf('http://127.0.0.2:4000/x', preview)).toBe('http/private-address');
  });
});

describe('the lookup of names', () => {
  it('refuses a name with a private address, unless it is the origin and that is allowed', async () => {
    const resolve = { 'cdn.acme.example': '10.0.0.1' };
    const policy = policyFor('https://skills.acme.example', { resolve });
    const { error } = await addressesOf('cdn.acme.example', policy);
    expect(error?.code).toBe('PRIVATE_ADDRESS');
    expect(error?.message).toContain('10.0.0.1');
    const own = policyFor('https://cdn.acme.example', { resolve });
    expect((await addressesOf('cdn.acme.example', own)).addresses).toEqual(['10.0.0.1']);
  });

  it('gives both families for localhost, and only when that is the origin', async () => {
    const preview = policyFor('http://localhost:4000');
    expect((await addressesOf('localhost', preview)).addresses).toEqual(['127.0.0.1', '::1']);
    const acme = policyFor('https://skills.acme.example');
    expect((await addressesOf('localhost', acme)).error?.code).toBe('PRIVATE_ADDRESS');
  });
});
