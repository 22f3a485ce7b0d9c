import { progressLine } from './progress-line';

function written(isTTY: boolean): string {
  const chunks: string[] = [];
  const write = (chunk: string) => chunks.push(chunk) > 0;
  const tell = progressLine({ write: write as never, isTTY: isTTY as never });
  tell({ what: 'artifacts', done: 1, total: 2, failed: 0 });
  tell({ what: 'artifacts', done: 2, total: 2, failed: 1 });
  return chunks.join('');
}

it('shows counts on one line of a terminal, and nothing elsewhere', () => {
  expect(written(true).split('\r').slice(1)).toEqual([
    '\u001b[2Kartifacts: 1 of 2 checked',
    '\u001b[2Kartifacts: 2 of 2 checked, 1 with failures\n',
  ]);
  expect(written(false)).toBe('');
});
