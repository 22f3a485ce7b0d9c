import { DEPLOYMENT_DEFAULTS } from '@nx-agent-skills/deployment';
import { readDeploymentOptions, type VerifyDeploymentOptions } from './read-deployment-options';

const read = (options: Partial<VerifyDeploymentOptions>) =>
  readDeploymentOptions({ outputDir: 'dist/agent-skills', client: ['my-client'], ...options });

describe('the options of verify-deployment', () => {
  it('have the defaults of the checks', () => {
    expect(read({})).toMatchObject(DEPLOYMENT_DEFAULTS);
    expect(read({}).install).toMatchObject({ agent: { id: 'claude-code' }, timeoutMs: 120_000 });
  });

  it('are seconds, and become milliseconds', () => {
    const options = read({ timeout: 1.5, totalTimeout: 60, retryFor: 0, installTimeout: 5 });
    expect(options).toMatchObject({
      timeoutMs: 1500,
      totalTimeoutMs: 60_000,
      patienceMs: 0,
      install: { timeoutMs: 5000 },
    });
  });

  it('make a probe', () => {
    const probe = { command: ['my-agent'], pattern: 'used', timeout: 2, env: ['KEY'] };
    expect(read({ probe }).probe).toEqual({
      command: ['my-agent'],
      env: ['KEY'],
      pattern: /used/u,
      timeoutMs: 2000,
    });
    expect(read({ install: false }).install).toContain('turned off');
  });

  it('tell installs that are asked for from those that are made by default', () => {
    expect(read({}).install).toMatchObject({ isAskedFor: false });
    expect(read({ install: true }).install).toMatchObject({ isAskedFor: true });
  });

  it.each<[string, Partial<VerifyDeploymentOptions>]>([
    ['timeout', { timeout: -1 }],
    ['totalTimeout', { totalTimeout: Number.NaN }],
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: 2_147_484 }],
    ['totalTimeout', { totalTimeout: 0 }],
    ['totalTimeout', { totalTimeout: 1e10 }],
    ['retryFor', { retryFor: -1 }],
    ['retryFor', { retryFor: 3_000_000 }],
    ['installTimeout', { installTimeout: 0 }],
    ['installTimeout', { installTimeout: 1e9 }],
    ['probe.timeout', { probe: { command: ['x'], timeout: 0 } }],
    ['probe.timeout', { probe: { command: ['x'], timeout: 1e9 } }],
    ['allowedHosts', { allowedHosts: ['https://cdn.acme.example'] }],
    ['resolve', { resolve: { 'skills.acme.example': 'other.example' } }],
    ['concurrency', { concurrency: 0 }],
    ['sample', { sample: 1.5 }],
    ['agent', { agent: 'unknown' }],
    ['agent', { agent: 'unknown', install: false }],
    ['client', { client: [] }],
    ['client', { client: [''] }],
    ['probe.command', { probe: { command: [] } }],
    ['probe.command', { probe: { command: [''] } }],
    ['probe.pattern', { probe: { command: ['x'], pattern: '(' } }],
  ])('name the option %s when it is wrong', (name, options) => {
    expect(() => read(options)).toThrow(`"${name}"`);
  });
});
