import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { dialects } from '../../schemas/index.js';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { linearRegExp } from './pattern.js';

const options: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
  code: { regExp: Object.assign(linearRegExp, { code: 'linearRegExp' }) },
};

/** The dialect a schema declares, without an empty fragment, or the default. */
export function dialectOf(schema: JsonSchema): string {
  const declared = typeof schema === 'object' ? schema['$schema'] : undefined;
  return typeof declared === 'string' ? declared.replace(/#$/, '') : dialects['draft-2020-12'];
}

export function isKnownDialect(dialect: string): boolean {
  return Object.values<string>(dialects).includes(dialect);
}

/** An Ajv of its own for one user-supplied schema: its patterns run in linear time, and it is collected with it. */
export function createAjv(schema: JsonSchema): Ajv {
  const own = { ...options, meta: mayUseMetaSchema(schema) };
  const ajv = dialectOf(schema) === dialects['draft-07'] ? new Ajv(own) : new Ajv2020(own);
  formats.default(ajv);
  // Ajv compares every pair of items; a set of their canonical texts does it in one pass.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have the same item twice' },
    validate: (wanted: boolean, items: Json[]) =>
      !wanted || new Set(items.map(canonical)).size === items.length,
  });
  return ajv as Ajv;
}

/** Ajv takes longer to load the meta-schemas than to compile most schemas, few of which refer to one. */
function mayUseMetaSchema(schema: JsonSchema): boolean {
  return /json-schema\.org/i.test(JSON.stringify(schema));
}

/** Equal for equal values, whatever the order of keys. */
function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join()}}`;
}
