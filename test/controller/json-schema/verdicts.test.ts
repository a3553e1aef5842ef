import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectSchema, SchemaCheck } from '../../../controller/json-schema/index.js';
import { formats as knownFormats } from '../../../controller/json-schema/keywords.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';

function fits(schema: JsonSchema, value: Json): boolean {
  return new SchemaCheck(schema).findings(value).length === 0;
}

test('names of prototypes are names like any other', () => {
  const schema = { required: ['constructor'], properties: { toString: { type: 'string' } } };
  expect(fits(schema, {})).toBe(false);
  expect(fits(schema, { constructor: 1 })).toBe(true);
  expect(fits(schema, { constructor: 1, toString: 2 })).toBe(false);
});

test.each([
  [{ constructor: { a: 1 } }, { constructor: { a: 1 } }, true],
  [{ valueOf: 1, toString: 2 }, { toString: 2, valueOf: 1 }, true],
  [{ valueOf: 1 }, { valueOf: 2 }, false],
  [0, -0, true],
  [1, '1', false],
])('%j and %j compared', (stated, value, isSame) => {
  expect(fits({ const: stated }, value)).toBe(isSame);
  expect(fits({ enum: [stated] }, value)).toBe(isSame);
});

test('a schema may refer to itself from its parts', () => {
  const tree = { required: ['name'], properties: { name: {}, children: { items: { $ref: '#' } } } };
  expect(fits(tree, { name: 1, children: [{ name: 2, children: [] }] })).toBe(true);
  expect(new SchemaCheck(tree).findings({ name: 1, children: [{}] })).toEqual([
    { pointer: '/children/0/name', message: 'is required' },
  ]);
});

test('a dynamic reference leads to the outermost anchor', () => {
  const tree = {
    $id: 'tree',
    $dynamicAnchor: 'node',
    properties: { children: { items: { $dynamicRef: '#node' } } },
  };
  const strict = { $dynamicAnchor: 'node', $ref: 'tree', unevaluatedProperties: false, $defs: { tree } };
  expect(fits(strict, { children: [{ children: [] }] })).toBe(true);
  expect(fits(strict, { children: [{ daat: 1 }] })).toBe(false);
});

test('references that multiply with the depth of a value end in a finding', () => {
  const twice = { items: { allOf: [{ $ref: '#' }, { $ref: '#' }] } };
  let value: Json = [];
  for (let level = 0; level < 60; level++) value = [value];
  expect(new SchemaCheck(twice).findings(value)).toEqual([
    { pointer: '', message: expect.stringContaining('needs more than 20000000 steps') },
  ]);
});

test.each([...knownFormats])('the format %s takes no long time on any text', (format) => {
  const check = new SchemaCheck({ format });
  for (const piece of ['a', '1', '.', ':', '%41', 'a.', '1:', 'a@', 'a-', '{a}', '/a', 'PT1', '::']) {
    const started = performance.now();
    check.findings(`${piece.repeat(50_000)}\u0000`);
    expect(performance.now() - started).toBeLessThan(1_000);
  }
});

const names = fc.constantFrom('a', 'b', 'c');
const small = fc.integer({ min: -2, max: 3 });
const scalar = fc.constantFrom<Json>(0, 1, 2.5, -1, 'a', 'ab', '', true, null);
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Json>,
  ),
}));
const types = fc.constantFrom('string', 'integer', 'number', 'object', 'array', 'null', 'boolean');
/** Schemas of a few keywords, with schemas in them down to a depth. */
function schemasTo(depth: number): fc.Arbitrary<JsonObject> {
  const inner = depth === 0 ? fc.constantFrom<JsonSchema>({}, true, false) : schemasTo(depth - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(names, inner, { maxKeys: 3 });
  const keywords = new Map<string, fc.Arbitrary<unknown>>([
    ['type', fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))],
    ['enum', fc.array(values, { minLength: 1, maxLength: 4 })],
    ['const', values],
    ...['minimum', 'exclusiveMaximum'].map((name) => [name, small] as const),
    ['multipleOf', fc.constantFrom(1, 2, 0.5)],
    ...['minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => [name, fc.nat(3)] as const),
    ...['minProperties', 'minContains', 'maxContains'].map((name) => [name, fc.nat(2)] as const),
    ['pattern', fc.constantFrom('^a', 'b$', '^[ab]*$', '\\s')],
    ['uniqueItems', fc.boolean()],
    ['required', fc.uniqueArray(names)],
    ['dependentRequired', fc.dictionary(names, fc.uniqueArray(names))],
    ['patternProperties', fc.dictionary(fc.constantFrom('^a', 'b'), inner)],
    ...['properties', 'dependentSchemas', '$defs'].map((name) => [name, map] as const),
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) => [name, list] as const),
    ...['not', 'if', 'then', 'else', 'items', 'contains'].map((name) => [name, inner] as const),
    ...['additionalProperties', 'propertyNames'].map((name) => [name, inner] as const),
    ...['unevaluatedProperties', 'unevaluatedItems'].map((name) => [name, inner] as const),
    ['$ref', fc.constantFrom('#', '#/$defs/a', '#/properties/b', '#/allOf/0')],
  ]);
  return fc
    .uniqueArray(fc.constantFrom(...keywords.keys()), { maxLength: 4 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, keywords.get(name)])) as never),
    );
}

/** Undefined where the code that Ajv makes of some combinations of `contains` and `oneOf` throws. */
function findVerdict(validate: (value: unknown) => unknown, value: unknown): boolean | undefined {
  try {
    return validate(value) === true;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

test('a schema that is accepted gives the verdicts of Ajv', () => {
  let accepted = 0;
  fc.assert(
    fc.property(schemasTo(2), fc.array(values, { minLength: 1, maxLength: 4 }), (schema, several) => {
      if (inspectSchema(schema).some(({ severity }) => severity === 'error')) return;
      accepted++;
      const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
      formats.default(ajv as never);
      const validate = ajv.compile(schema);
      const check = new SchemaCheck(schema);
      for (const value of several) {
        const verdict = findVerdict(validate, value);
        if (verdict !== undefined) expect(check.findings(value).length === 0).toBe(verdict);
      }
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(100);
});
