/** A full disk, a missing permission: nothing that is wrong with the product. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
