type Zod = typeof import('zod').z;

/**
 * A schema that is made when it is first asked for: loading zod takes as long as packing a hundred
 * skills, and a run that finds everything as it left it parses nothing.
 */
export function lazySchema<Schema>(make: (z: Zod) => Schema): () => Schema {
  let schema: Schema | undefined;
  return () => {
    if (schema === undefined) {
      const { z }: typeof import('zod') = require('zod');
      schema = make(z);
    }
    return schema;
  };
}
