import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json, JsonSchema } from '../../schemas/json.js';
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

/** The dialects that embedded schemas may be written in; the first is the default. */
export const dialects = [
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-07/schema',
];

/** The dialect a schema declares, without an empty fragment, or the default. */
export function dialectOf(schema: JsonSchema): string {
  const declared = typeof schema === 'object' ? schema['$schema'] : undefined;
  return typeof declared === 'string' ? declared.replace(/#$/, '') : (dialects[0] ?? '');
}

/** An Ajv of its own for one user-supplied schema: its patterns run in linear time, and it is collected with it. */
export function createAjv(schema: JsonSchema): Ajv {
  const ajv = dialectOf(schema) === dialects[1] ? new Ajv(options) : new Ajv2020(options);
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

/** Equal for equal values, whatever the order of keys. */
function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join()}}`;
}
