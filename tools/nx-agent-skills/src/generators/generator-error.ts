/** Why a generator writes nothing: what was expected, what was received, how to fix it. */
export class GeneratorError extends Error {
  override readonly name = 'GeneratorError';
}
