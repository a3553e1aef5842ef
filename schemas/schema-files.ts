import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Dialect, SchemaName } from './names.js';

// All reading of files beside this module: the build of `svc validate` replaces it, because its one file lies elsewhere.

export type Validator = (value: unknown) => boolean;

const require = createRequire(import.meta.url);

/** Loads the validator that was compiled ahead of time. */
export function loadValidator(name: SchemaName | Dialect): Validator {
  return require(`./generated/validate-${name}.cjs`) as Validator;
}

/** Reads the text of a schema file. */
export function readSchema(name: SchemaName): string {
  return readFileSync(new URL(`./${name}.schema.json`, import.meta.url), 'utf8');
}
