import { readAllowedHosts, readResolve } from './read-hosts';

describe('hosts that are allowed', () => {
  it('are compared in lower case and without the port of https', () => {
    const hosts = ['CDN.acme.example', 'a.example:443', 'b.example:8443', '[::1]:8443'];
    expect(readAllowedHosts(hosts)).toEqual([
      'cdn.acme.example',
      'a.example',
      'b.example:8443',
      '[::1]:8443',
    ]);
  });

  it.each([
    'https://cdn.acme.example',
    'cdn.acme.example/x',
    'a@b.example',
    '',
    'a b',
    'a.example:x',
  ])('are no "%s", and an example says what they are', (host) => {
    expect(() => readAllowedHosts([host])).toThrow(
      /"allowedHosts" received ".*Example: "cdn\.acme\.example:8443"/,
    );
  });
});

describe('addresses of hosts', () => {
  it('are kept by the host in lower case', () => {
    expect(readResolve({ 'Skills.acme.example': '127.0.0.1', 'b.example': '::1' })).toEqual({
      'skills.acme.example': '127.0.0.1',
      'b.example': '::1',
    });
  });

  it.each<Record<string, string>>([
    { 'skills.acme.example': 'other.example' },
    { 'skills.acme.example': '127.0.0.1:80' },
    { 'skills.acme.example:443': '127.0.0.1' },
    { 'https://skills.acme.example': '127.0.0.1' },
  ])('are refused when host or address is none: %j', (resolve) => {
    expect(() => readResolve(resolve)).toThrow(/"resolve" received .*Example: /);
  });
});
