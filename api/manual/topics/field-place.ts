import type { Json } from '../../../schemas/json/types.js';

/** Returns a value inside the fields above it, as a file has it. @param path a path as fields have it: `grants[].role` */
export function placed(path: string, value: Json): Json {
  const [first = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : placed(rest.join('.'), value);
  if (first === '<name>') return { name: inner };
  return { [first.replace('[]', '')]: first.endsWith('[]') && rest.length > 0 ? [inner] : inner };
}
