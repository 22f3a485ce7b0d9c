/** Whether bytes are exactly the UTF-8 form of a text. */
export function holdsText(bytes: Buffer, text: string): boolean {
  if (bytes.length !== Buffer.byteLength(text, 'utf8')) return false;
  // Where each character is one byte, nothing has to be encoded: the usual case for large files.
  const isAscii = bytes.length === text.length;
  return isAscii ? bytes.toString('latin1') === text : bytes.equals(Buffer.from(text, 'utf8'));
}
