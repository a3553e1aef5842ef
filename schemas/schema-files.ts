import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { codeRoot, isSource } from './code-root.js';
import { ensureGenerated } from './generated-folder.js';
import type { Dialect, SchemaName } from './names.js';

export type Validator = (value: unknown) => boolean;

const require = createRequire(new URL('schemas/', codeRoot));

let isReady = !isSource;

/** Loads the validator that was compiled ahead of time. */
export function loadValidator(name: SchemaName | Dialect): Validator {
  if (!isReady) ensureGenerated();
  isReady = true;
  return require(`./generated/validate-${name}.cjs`) as Validator;
}

/** Reads the text of a schema file. */
export function readSchema(name: SchemaName): string {
  return readFileSync(new URL(`schemas/${name}.schema.json`, codeRoot), 'utf8');
}
