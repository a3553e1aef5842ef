import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { dialects } from '../../schemas/index.js';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { canonical } from '../../schemas/json/values.js';
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

/** Returns the dialect that a schema declares, without an empty fragment, or the default. */
export function dialectOf(schema: JsonSchema): string {
  const declared = typeof schema === 'object' ? schema['$schema'] : undefined;
  return typeof declared === 'string' ? declared.replace(/#$/, '') : dialects['draft-2020-12'];
}

export function isKnownDialect(dialect: string): boolean {
  return Object.values<string>(dialects).includes(dialect);
}

/** Creates the validator of one schema of a user. Its patterns run in linear time; no other schema keeps it in memory. */
export function createAjv(schema: JsonSchema): Ajv {
  const own = { ...options, meta: mayUseMetaSchema(schema) };
  const ajv = dialectOf(schema) === dialects['draft-07'] ? new Ajv(own) : new Ajv2020(own);
  formats.default(ajv);
  // Ajv compares every pair of items; a set of their canonical texts takes one pass.
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

/** Returns true for a schema that may refer to a meta-schema: loading those takes longer than compiling most schemas. */
function mayUseMetaSchema(schema: JsonSchema): boolean {
  return /json-schema\.org/i.test(JSON.stringify(schema));
}
