/** Options with which nothing can be published. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}
