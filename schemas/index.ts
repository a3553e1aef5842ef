import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Json, JsonObject } from './json.js';
import { type SchemaName, schemaNames } from './names.js';

export { findFaults } from './faults.js';
export type { Settings } from './generated/settings.js';
export type { Json, JsonObject, JsonSchema } from './json.js';
export type { Fault } from './rule.js';
export { type SchemaName, schemaNames };

export interface Validator {
  (value: unknown): boolean;
  /** Of the last call that returned false. */
  errors?: { instancePath: string; message?: string }[] | null;
}

const load = createRequire(import.meta.url);
let compiled: Record<SchemaName, Validator> | undefined;

/** The validator of a schema, compiled ahead of time; loaded with the first call. */
export function validator(name: SchemaName): Validator {
  compiled ??= load('./generated/validators.cjs') as Record<SchemaName, Validator>;
  return compiled[name];
}

/** The schema file as it stands on disk, for editors and callers who want to read it. */
export function schemaText(name: SchemaName): string {
  return readFileSync(new URL(`./${name}.schema.json`, import.meta.url), 'utf8');
}

const parsed = new Map<SchemaName, JsonObject>();

/** The schema as a value; do not change it. */
export function schema(name: SchemaName): JsonObject {
  const known = parsed.get(name);
  if (known) return known;
  const read = JSON.parse(schemaText(name)) as JsonObject;
  parsed.set(name, read);
  return read;
}

/** True when `value` is what the schema describes. */
export function isValid(name: SchemaName, value: Json): boolean {
  return validator(name)(value);
}
