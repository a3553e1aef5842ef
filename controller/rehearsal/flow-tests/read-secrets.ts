import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { ExpressionSyntaxError, pathsRead } from '../../expressions/index.js';
import { interpolation } from '../../flows/index.js';

/** The keys of a secret that an authentication names (`use`). */
const authenticationKeys = ['username', 'password', 'token'];

/** Returns texts that stand for the secrets of a flow: one for each key that it reads. */
export function findReadSecrets(definition: JsonObject): ReadonlyMap<string, JsonObject> {
  const names = objectOr(definition['use'])['secrets'];
  const secrets = new Map<string, JsonObject>();
  if (!Array.isArray(names)) return secrets;
  for (const name of names) secrets.set(String(name), {});
  const add = (name: string | undefined, key: string | undefined): void => {
    const secret = name === undefined ? undefined : secrets.get(name);
    if (secret && key !== undefined) secret[key] = `***${name}.${key}`;
  };
  const waiting: Json[] = [definition];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') for (const [name, key] of findReads(value)) add(name, key);
    else if (Array.isArray(value)) waiting.push(...value);
    else if (isObject(value)) {
      const { use } = value;
      if (typeof use === 'string') for (const key of authenticationKeys) add(use, key);
      waiting.push(...Object.values(value));
    }
  }
  return secrets;
}

function findReads(text: string): (readonly string[])[] {
  if (!text.includes('$secrets')) return [];
  return interpolation(text).parts.flatMap((part) => {
    if (part.kind !== 'expression') return [];
    try {
      return pathsRead(part.source, 'secrets').map(({ names }) => names);
    } catch (error) {
      // Code in a text has such signs too.
      if (error instanceof ExpressionSyntaxError) return [];
      throw error;
    }
  });
}
