import { SCENARIOS } from './contender';
import { parseBenchmarkArgs } from './parse-args';

describe('the options of the benchmark', () => {
  it('measure everything at 1,000 skills by default', () => {
    expect(parseBenchmarkArgs([])).toEqual({
      skills: [1000],
      rounds: 3,
      scenarios: [...SCENARIOS],
      daemon: false,
      write: false,
    });
  });

  it('choose sizes and scenarios; what is compared with everything needs that', () => {
    expect(
      parseBenchmarkArgs(['--skills=100,1000', '--rounds=1', '--scenarios=cold; affected, none']),
    ).toMatchObject({
      skills: [100, 1000],
      rounds: 1,
      scenarios: ['everything', 'cold', 'affected, none'],
    });
  });

  it.each([
    ['--skills=many', '--skills takes whole numbers from 1, not "many".'],
    ['--skills=', '--skills takes'],
    ['--rounds=0', '--rounds takes'],
    ['--scenarios=hot', 'There is no scenario "hot". There are: everything; cold; warm;'],
    ['--speed', "Unknown option '--speed'"],
  ])('are refused when they cannot be used: %s', (arg, message) => {
    expect(() => parseBenchmarkArgs([arg])).toThrow(message);
  });
});
