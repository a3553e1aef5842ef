import type { Json, JsonObject, JsonSchema } from './json/types.js';
import { type Dialect, dialects, type SchemaName, schemaNames } from './names.js';
import { loadValidator, readSchema, type Validator } from './schema-files.js';

export { findFaults } from './faults.js';
export type { Annotation } from './generated/annotation.js';
export type { CachePolicy } from './generated/cache-policy.js';
export type { Connection } from './generated/connection.js';
export type { Environment } from './generated/environment.js';
export type { Flow } from './generated/flow.js';
export type { FlowTest } from './generated/flow-test.js';
export type { Folio } from './generated/folio.js';
export type { Mapping } from './generated/mapping.js';
export type { Script } from './generated/script.js';
export type { Settings } from './generated/settings.js';
export type { Skill } from './generated/skill.js';
export type { Store } from './generated/store.js';
export type { Team } from './generated/team.js';
export type { Template } from './generated/template.js';
export type { Trigger } from './generated/trigger.js';
export type { Json, JsonObject, JsonSchema } from './json/types.js';
export type { Fault } from './rule.js';
export { type Dialect, dialects, type SchemaName, schemaNames };

const validators = new Map<SchemaName | Dialect, Validator>();

/** True when `value` is what the schema describes. The validator was compiled ahead of time; it is loaded on first use. */
export function isValid(name: SchemaName, value: Json): boolean {
  return getValidator(name)(value);
}

/** True when `schema` keeps to the rules of its dialect. */
export function keepsTo(dialect: Dialect, schema: JsonSchema): boolean {
  return getValidator(dialect)(schema);
}

function getValidator(name: SchemaName | Dialect): Validator {
  let validator = validators.get(name);
  if (!validator) {
    validator = loadValidator(name);
    validators.set(name, validator);
  }
  return validator;
}

const parsed = new Map<SchemaName, JsonObject>();

/** The schema as a value; do not change it. */
export function schema(name: SchemaName): JsonObject {
  const schemaOfName = parsed.get(name);
  if (schemaOfName) return schemaOfName;
  const read = JSON.parse(readSchema(name)) as JsonObject;
  parsed.set(name, read);
  return read;
}
