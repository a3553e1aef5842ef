import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SchemaCheck } from '../../../controller/json-schema/check.js';
import { plainlyFits } from '../../../controller/json-schema/plain-fit.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

const names = fc.constantFrom('id', 'total', 'lines', 'constructor', '__proto__');
const texts = fc.constantFrom('', 'a', 'mp-1', '2026-02-30', '2026-02-28', 'ada@example.com', 'x'.repeat(9));
const numbers = fc.constantFrom(-1, 0, 1, 2.5, 3_000_000_000);

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, false),
    texts,
    numbers,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

const count = fc.integer({ min: 0, max: 3 });
const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.boolean(),
    fc.record<JsonObject>(
      {
        type: fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null'),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
        patternProperties: fc.dictionary(fc.constantFrom('^i', 'l'), tie('schema'), {
          maxKeys: 1,
        }) as fc.Arbitrary<Json>,
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: tie('schema'),
        items: tie('schema'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
        minLength: count,
        maxLength: count,
        pattern: fc.constantFrom('^mp-[0-9]+$', 'a'),
        format: fc.constantFrom('date', 'email', 'int32', 'byte', 'uuid', 'no-format'),
        minimum: numbers,
        maximum: numbers,
        enum: fc.array(value, { minLength: 1, maxLength: 3 }),
        const: value,
        not: tie('schema'),
      } as Record<string, fc.Arbitrary<Json>>,
      { requiredKeys: [] },
    ) as fc.Arbitrary<Json>,
  ),
}));

test('a value that plainly fits is one that the validator accepts', () => {
  let fitting = 0;
  fc.assert(
    fc.property(schema, value, (stated, given) => {
      if (!plainlyFits(stated, given)) return;
      fitting++;
      expect(new SchemaCheck(stated as JsonObject).findings(given)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
  expect(fitting).toBeGreaterThan(300);
});
