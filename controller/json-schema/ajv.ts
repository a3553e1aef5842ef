import { _, Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { canonical } from '../../schemas/json/values.js';
import { countSteps } from './count-steps.js';
import { findDialect } from './dialect.js';
import { type LinearRegExp, linearRegExp } from './pattern.js';
import type { StepMeter } from './step-meter.js';

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
};

/**
 * Creates the validator of one schema of a user. Its patterns run in linear time; no other schema keeps it in memory.
 * @param meter counts the steps of each validation, and ends it by an exception
 */
export function createAjv(schema: JsonSchema, meter: StepMeter): Ajv {
  const text = JSON.stringify(schema, (key, value) => (key === '$schema' ? undefined : value));
  // Loading the meta-schemas takes longer than compiling most schemas.
  const own = { ...options, meta: /json-schema\.org/i.test(text), code: { regExp: regExpWith(meter) } };
  const ajv = (findDialect(schema) === 'draft-07' ? new Ajv(own) : new Ajv2020(own)) as Ajv;
  // Remembering what alternatives have evaluated costs time, and needs all of them, also after one that fits.
  ajv.opts.unevaluated &&= text.includes('"unevaluated');
  formats.default(ajv);
  compareAsJson(ajv, meter);
  countSteps(ajv, meter);
  return ajv;
}

/** Returns the compiler of patterns whose matches are counted by the size of the pattern and the length of the text. */
function regExpWith(meter: StepMeter) {
  const compile = (pattern: string): Pick<LinearRegExp, 'test'> & { toString(): string } => {
    const compiled = linearRegExp(pattern);
    return {
      test(text) {
        meter.spend(compiled.stepsFor(text));
        return compiled.test(text);
      },
      // Ajv keeps the patterns of a schema by their text.
      toString: () => pattern,
    };
  };
  return Object.assign(compile, { code: 'linearRegExp' });
}

/**
 * Replaces the keywords that compare values. Ajv's comparison reads `constructor`, `valueOf` and `toString` of the values,
 * which JSON objects may have as members; and it compares every pair of items, where a set of canonical texts takes one
 * pass.
 */
function compareAsJson(ajv: Ajv, meter: StepMeter): void {
  const toText = (value: Json): string => {
    meter.spendOn(value);
    return canonical(value);
  };
  for (const keyword of ['enum', 'const', 'uniqueItems']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    compile: (choices: Json[]) => {
      const canonicalChoices = new Set(choices.map(canonical));
      const takesParts = choices.some(hasParts);
      return (value: Json) => (takesParts || !hasParts(value)) && canonicalChoices.has(toText(value));
    },
  });
  ajv.addKeyword({
    keyword: 'const',
    error: {
      message: 'must be equal to the constant',
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
    compile: (only: Json) => {
      const canonicalOnly = canonical(only);
      return (value: Json) => hasParts(only) === hasParts(value) && toText(value) === canonicalOnly;
    },
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have the same item twice' },
    validate: (expected: boolean, items: Json[]) =>
      !expected || new Set(items.map(toText)).size === items.length,
  });
}

function hasParts(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}
