import { finding } from './finding';
import { applyRules, ruleLevelFault } from './rule-settings';
import { RULES } from './rules';

const warning = finding('body/empty', 'skills/a/SKILL.md');
const error = finding('layout/wrong-case', 'skills/b/skill.md');

describe('applyRules', () => {
  it('leaves findings as they are by default', () => {
    expect(applyRules([warning, error], { strict: false, rules: {} })).toEqual([warning, error]);
  });

  it('makes errors of all warnings with strict, but does not change what it was given', () => {
    expect(applyRules([warning], { strict: true, rules: {} })[0]?.severity).toBe('error');
    expect(warning.severity).toBe('warning');
  });

  it('sets single rules, which win over strict', () => {
    const rules = { 'body/empty': 'warning', 'layout/wrong-case': 'off' } as const;
    expect(applyRules([warning, error], { strict: true, rules })).toEqual([warning]);
    expect(
      applyRules([warning], { strict: false, rules: { 'body/empty': 'error' } })[0]?.severity,
    ).toBe('error');
  });
});

describe('ruleLevelFault', () => {
  it('names a rule that does not exist', () => {
    expect(ruleLevelFault('name/nope', 'off')).toContain('no rule "name/nope"');
    expect(ruleLevelFault('constructor', 'off')).toContain('no rule');
  });

  it('keeps errors that would publish something broken or unsafe', () => {
    for (const code of ['files/secret', 'name/duplicate', 'files/link-outside', 'encoding/bom']) {
      expect(ruleLevelFault(code, 'warning')).toContain('stays an error');
      expect(ruleLevelFault(code, 'error')).toBeUndefined();
    }
  });

  it('lets every warning, and the errors that publish nothing, be turned down', () => {
    for (const [code, { severity }] of Object.entries(RULES)) {
      if (severity === 'warning') expect(ruleLevelFault(code, 'off')).toBeUndefined();
    }
    expect(ruleLevelFault('layout/wrong-case', 'off')).toBeUndefined();
  });
});
