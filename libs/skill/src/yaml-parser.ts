/** The YAML parser of the stock client, loaded when the first file is parsed: most runs parse none. */
export const yamlParser = (): typeof import('yaml') => require('yaml');
