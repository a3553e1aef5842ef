import { _, Ajv, type CodeKeywordDefinition, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { canonical } from '../../schemas/json/values.js';
import { dialectOf } from './dialect.js';
import { linearRegExp } from './pattern.js';

const options: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  validateSchema: false,
  // Without it a value has the members of its prototype: `constructor` would never be missing.
  ownProperties: true,
  // A larger definition is compiled once, not at each of its references.
  inlineRefs: 20,
  logger: false,
  code: { regExp: Object.assign(linearRegExp, { code: 'linearRegExp' }) },
};

/**
 * Creates the validator of one schema of a user. Its patterns run in linear time; no other schema keeps it in memory.
 * @param onReference called each time that a reference is followed; throws to end the validation
 */
export function createAjv(schema: JsonSchema, onReference: () => void = () => {}): Ajv {
  const own = { ...options, meta: mayUseMetaSchema(schema) };
  const ajv = dialectOf(schema) === 'draft-07' ? new Ajv(own) : new Ajv2020(own);
  formats.default(ajv);
  for (const keyword of ['$ref', '$dynamicRef']) countReferences(ajv as Ajv, keyword, onReference);
  compareAsJson(ajv as Ajv);
  return ajv as Ajv;
}

function countReferences(ajv: Ajv, keyword: string, onReference: () => void): void {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition !== 'object') return;
  const { code } = definition as CodeKeywordDefinition;
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...(definition as CodeKeywordDefinition),
    // References come first, as in Ajv's own order.
    before: 'not',
    code(context, type) {
      const counter = context.gen.scopeValue('func', { ref: onReference });
      context.gen.code(_`${counter}()`);
      code(context, type);
    },
  });
}

/**
 * Replaces the keywords that compare values. Ajv's comparison reads `constructor`, `valueOf` and `toString` of the values,
 * which JSON objects may have as members; and it compares every pair of items, where a set of canonical texts takes one
 * pass.
 */
function compareAsJson(ajv: Ajv): void {
  for (const keyword of ['enum', 'const', 'uniqueItems']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    compile: (choices: Json[]) => {
      const known = new Set(choices.map(canonical));
      return (value: Json) => known.has(canonical(value));
    },
  });
  ajv.addKeyword({
    keyword: 'const',
    error: {
      message: 'must be equal to the constant',
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
    compile: (only: Json) => {
      const wanted = canonical(only);
      return (value: Json) => canonical(value) === wanted;
    },
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have the same item twice' },
    validate: (wanted: boolean, items: Json[]) =>
      !wanted || new Set(items.map(canonical)).size === items.length,
  });
}

/** Returns true for a schema that may refer to a meta-schema: loading those takes longer than compiling most schemas. */
function mayUseMetaSchema(schema: JsonSchema): boolean {
  const text = JSON.stringify(schema, (key, value) => (key === '$schema' ? undefined : value));
  return /json-schema\.org/i.test(text);
}
