import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { REPOSITORY } from './testing/packed-plugin';

const hasGnuTime = existsSync('/usr/bin/time');

(hasGnuTime ? it : it.skip)(
  hasGnuTime ? 'the benchmark runs all contenders' : 'skipped: GNU time is not installed',
  () => {
    const args = ['--skills=50', '--rounds=1', '--scenarios=cold;warm;one changed'];
    const table = execFileSync('npm', ['run', '--silent', 'benchmark', '--', ...args], {
      cwd: REPOSITORY,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for (const scenario of ['cold', 'warm', 'one changed']) {
      const ratio = String.raw`\d+\.\d\d ×`;
      expect(table).toMatch(
        new RegExp(
          String.raw`^\| 50 \| ${scenario} \| .* \| ${ratio} \| ${ratio} \| ${ratio} \|`,
          'm',
        ),
      );
    }
  },
);
