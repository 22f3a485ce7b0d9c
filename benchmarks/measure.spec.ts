import { measure, medianCost } from './measure';

/** Uses 0.4 seconds of CPU time, and ends two seconds later. */
const WORK = 'while (process.cpuUsage().user < 400000); setTimeout(() => {}, 2000);';
const cwd = __dirname;

describe('the cost of a command', () => {
  it('contains the processes that outlive their parent', () => {
    const { cpu, wall, memory } = measure(
      ['sh', '-c', `"$0" -e "${WORK}" >/dev/null 2>&1 &`, process.execPath],
      { cwd },
    );
    expect(cpu).toBeGreaterThan(0.39);
    expect(wall).toBeLessThan(2);
    expect(memory).toBeGreaterThan(20);
  });

  it('leaves out what is to go on running', () => {
    const { cpu } = measure(['sh', '-c', 'sleep 3 >/dev/null 2>&1 &'], {
      cwd,
      leaveRunning: true,
    });
    expect(cpu).toBeLessThan(0.3);
  });

  it('is not given for a command that fails, whose output is shown instead', () => {
    expect(() => measure(['sh', '-c', 'echo out; echo err >&2; exit 3'], { cwd })).toThrow(
      /failed: sh -c[\s\S]*out\n[\s\S]*err\n/,
    );
    expect(() => measure(['sh', '-c', 'kill -9 $$'], { cwd })).toThrow('failed');
  });
});

it('takes the middle of several runs', () => {
  const cost = (cpu: number) => ({ cpu, wall: cpu / 2, memory: 100 });
  expect(medianCost([cost(9), cost(1), cost(2)]).cpu).toBe(2);
  expect(medianCost([cost(1), cost(2)]).cpu).toBe(1.5);
});
