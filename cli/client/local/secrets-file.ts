import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SecretValue } from '../../../controller/security/vault/secret-store.js';
import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { getErrorReason, readRegularFile } from '../../validate/read-file.js';

const form = 'A file of secrets has, for each path, a map of keys to texts: `crm/api: { token: … }`.';

/** Reads a YAML file of secrets, by path. @throws Failure for one that others can read, or of another form */
export async function readSecretsFile(io: Io, file: string): Promise<ReadonlyMap<string, SecretValue>> {
  const path = resolve(io.cwd, file);
  let content: string;
  try {
    content = readRegularFile(path).toString();
  } catch (error) {
    throw misuse(`${file} cannot be read: ${getErrorReason(error)}`, form);
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw misuse(`${file} can be read by others`, `Make it yours alone: \`chmod 600 ${file}\`.`);
  const { parse } = await import('yaml');
  let value: Json;
  try {
    value = parse(content, { maxAliasCount: 100, schema: 'failsafe' }) as Json;
  } catch {
    // The message of the parser may show a secret.
    throw misuse(`${file} is no YAML`, form);
  }
  if (!isObject(value)) throw misuse(`${file} does not hold secrets`, form);
  return new Map(Object.entries(value).map(([name, secret]) => [name, toSecret(file, name, secret)]));
}

function toSecret(file: string, name: string, value: Json): SecretValue {
  const isSecret = isObject(value) && Object.values(value).every((text) => typeof text === 'string');
  if (isSecret && Object.keys(value).length > 0) return value as SecretValue;
  throw misuse(`${file}: \`${name}\` is not a map of keys to texts`, form);
}
