import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { decideOnly } from './decide-only.js';
import { recordFreshness, replaceGenerated } from './generated-folder.js';
import type { Json, JsonObject } from './json/types.js';
import { type Dialect, dialects, type SchemaName, schemaNames } from './names.js';

// Writes `generated/`: a TypeScript type and a compiled validator, as CommonJS, for each schema.

const banner = '// Generated from the JSON Schemas by `npm run generate`. Do not edit.';
const folder = new URL('./generated/', import.meta.url);

function readSchema(name: SchemaName): JsonObject {
  return JSON.parse(readFileSync(new URL(`./${name}.schema.json`, import.meta.url), 'utf8'));
}

/** Makes fields with a default required, because loaded settings always have them. */
function requireDefaulted(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(requireDefaulted);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, requireDefaulted(value)]),
  );
  const properties = (schema['properties'] ?? {}) as JsonObject;
  const defaulted = Object.keys(properties).filter((key) =>
    Object.hasOwn(properties[key] as JsonObject, 'default'),
  );
  const required = (schema['required'] ?? []) as Json[];
  return defaulted.length > 0 ? { ...copy, required: [...required, ...defaulted] } : copy;
}

/** Removes annotations that only editors and people read. @param names true when the members of `schema` are names */
function strip(schema: JsonObject, annotations: readonly string[], names = false): JsonObject {
  const kept = Object.entries(schema).filter(([key]) => names || !annotations.includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const inner = (one: Json, isNames: boolean) =>
        one !== null && typeof one === 'object' && !Array.isArray(one)
          ? strip(one, annotations, isNames)
          : one;
      const holdsNames = !names && (key === 'properties' || key === '$defs');
      return [key, Array.isArray(value) ? value.map((one) => inner(one, false)) : inner(value, holdsNames)];
    }),
  );
}

async function getType(name: SchemaName): Promise<string> {
  const schema = name === 'settings' ? (requireDefaulted(readSchema(name)) as JsonObject) : readSchema(name);
  const typeName = name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  return compile({ ...strip(schema, ['title', 'examples']), $id: typeName } as JSONSchema, typeName, {
    additionalProperties: true,
    bannerComment: banner,
    style: { singleQuote: true, printWidth: 110 },
    unreachableDefinitions: false,
  });
}

function getValidator(name: SchemaName): string {
  const ajv = new Ajv2020({
    code: { source: true, lines: true },
    strict: false,
    allowUnionTypes: true,
    inlineRefs: false,
    messages: false,
  });
  // No schema uses `unevaluatedProperties` or `$dynamicRef`.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  const schema = strip(readSchema(name), ['title', 'description', 'examples', 'patternErrorMessage']);
  const standalone = standaloneModule as unknown as typeof standaloneModule.default;
  return `${banner}\n${decideOnly(standalone(ajv, ajv.compile(schema)))}\n`;
}

/** Returns the validator of a dialect's meta-schema, which all schemas of the dialect fit. */
function getMetaValidator(dialect: Dialect): string {
  const options = { code: { source: true, lines: true }, strict: false, messages: false } as const;
  const ajv = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  const validate = ajv.getSchema(dialects[dialect]);
  if (!validate) throw new Error(`There is no meta-schema ${dialects[dialect]}.`);
  const standalone = standaloneModule as unknown as typeof standaloneModule.default;
  return `${banner}\n${standalone(ajv as Ajv, validate)}\n`;
}

async function getFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const name of schemaNames) {
    files.set(`validate-${name}.cjs`, getValidator(name));
    files.set(`${name}.ts`, await getType(name));
  }
  for (const dialect of Object.keys(dialects) as Dialect[]) {
    files.set(`validate-${dialect}.cjs`, getMetaValidator(dialect));
  }
  return files;
}

function differs(file: string, text: string): boolean {
  const url = new URL(file, folder);
  return !existsSync(url) || readFileSync(url, 'utf8') !== text;
}

/** Writes the files that differ from their schemas. Resolves with their number. */
export async function writeGenerated(): Promise<number> {
  const files = await getFiles();
  mkdirSync(folder, { recursive: true });
  const stale = [...files].filter(([file, text]) => differs(file, text));
  for (const [file, text] of stale) replaceGenerated(file, text);
  recordFreshness();
  return stale.length;
}
