export type FileMode = 0o644 | 0o755;

const ELF = '7f454c46';
const MACH_O = new Set(['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe']);
const MACH_O_UNIVERSAL = 'cafebabe';
/** Java class files share the magic number; there the next four bytes are a version of 45 and more. */
const MOST_ARCHITECTURES = 20;

/**
 * The mode of a file in an archive, from its content alone: 0755 when it begins with `#!` or is an
 * ELF or Mach-O executable. The bit on disk does not count: Nx does not hash it, and checkouts
 * differ in it.
 */
export function fileModeOf(bytes: Buffer): FileMode {
  if (bytes.subarray(0, 2).toString('latin1') === '#!') return 0o755;
  const magic = bytes.subarray(0, 4).toString('hex');
  if (magic === ELF || MACH_O.has(magic)) return 0o755;
  const isUniversal =
    magic === MACH_O_UNIVERSAL && bytes.length >= 8 && bytes.readUInt32BE(4) < MOST_ARCHITECTURES;
  return isUniversal ? 0o755 : 0o644;
}
