/** Text for a terminal without its colours and movements. */
export function withoutColours(text: string): string {
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
}
