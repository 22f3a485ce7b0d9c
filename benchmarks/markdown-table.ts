/** A Markdown table; the cells of a row that are missing are empty. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Stands for what was not measured. */
export const NOT_MEASURED = '–';

export function ratio(value: number | undefined): string {
  return value === undefined ? NOT_MEASURED : `${value.toFixed(2)} ×`;
}

export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

export function megabytes(value: number): string {
  return `${inThousands(Math.round(value))} MB`;
}

export function inThousands(value: number): string {
  return value.toLocaleString('en-US');
}
