import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callerSchema, SchemaCheck } from '../../../controller/json-schema/index.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';

function completed(schema: JsonSchema, value: Json): Json {
  return new SchemaCheck(schema).accept(value).value;
}

const region = { type: 'string', default: 'eu' };

test.each<[string, JsonSchema, Json, Json]>([
  ['a property that is left out', { properties: { region } }, {}, { region: 'eu' }],
  ['null is a value', { properties: { region } }, { region: null }, { region: null }],
  ['objects inside', { properties: { a: { properties: { region } } } }, { a: {} }, { a: { region: 'eu' } }],
  ['an object that is left out stays out', { properties: { a: { properties: { region } } } }, {}, {}],
  [
    'defaults inside defaults',
    { properties: { a: { default: {}, properties: { region } } } },
    {},
    { a: { region: 'eu' } },
  ],
  ['items', { items: { properties: { region } } }, [{}, 1], [{ region: 'eu' }, 1]],
  ['first items', { prefixItems: [{}, { properties: { region } }] }, [{}, {}], [{}, { region: 'eu' }]],
  [
    'other properties',
    { additionalProperties: { properties: { region } } },
    { a: {} },
    { a: { region: 'eu' } },
  ],
  [
    'properties by pattern',
    { patternProperties: { '^a': { properties: { region } } } },
    { a: {}, b: {} },
    { a: { region: 'eu' }, b: {} },
  ],
  ['references', { $defs: { a: { properties: { region } } }, $ref: '#/$defs/a' }, {}, { region: 'eu' }],
  [
    'all of several',
    { allOf: [{ properties: { region } }, { properties: { n: { default: 1 } } }] },
    {},
    { region: 'eu', n: 1 },
  ],
  ['one of several is not certain', { anyOf: [{ properties: { region } }] }, {}, {}],
  ['a condition is not certain', { if: { properties: { region } }, else: {} }, {}, {}],
  ['names of prototypes', { properties: { constructor: { default: 1 } } }, {}, { constructor: 1 }],
  [
    'a default that contains itself ends',
    { $defs: { n: { properties: { next: { $ref: '#/$defs/n', default: {} } } } }, $ref: '#/$defs/n' },
    {},
    { next: {} },
  ],
])('defaults: %s', (_, schema, value, expected) => {
  expect(completed(schema, value)).toEqual(expected);
});

test('a required property with a default may be left out', () => {
  const schema = { required: ['region', 'id'], properties: { region, id: {} } };
  const check = new SchemaCheck(schema);

  expect(check.accept({ id: 1 })).toEqual({ value: { id: 1, region: 'eu' }, findings: [] });
  expect(check.accept({}).findings).toEqual([{ pointer: '/id', message: 'is required' }]);
  expect(callerSchema(schema)).toEqual({ ...schema, required: ['id'] });
});

test('defaults that multiply are a finding', () => {
  const levels = Array.from({ length: 40 }, (_, level) => {
    const next = { $ref: `#/$defs/n${level + 1}`, default: {} };
    return [`n${level}`, { properties: { a: next, b: next } }];
  });
  const schema = { $defs: { ...Object.fromEntries(levels), n40: {} }, $ref: '#/$defs/n0' };
  expect(new SchemaCheck(schema).accept({}).findings).toEqual([
    { pointer: '', message: 'cannot be validated: its defaults add more than 100000 values' },
  ]);
});

const names = fc.constantFrom('a', 'b', 'constructor');
const { schema: schemas } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonObject>(
      {},
      { type: 'integer', default: 1 },
      { default: 'x' },
      { default: {} },
      { type: 'string' },
    ),
    fc.record({
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(names),
      items: tie('schema'),
    }),
    fc.record({
      default: fc.constant({}),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 2, noNullPrototype: true }),
    }),
  ),
}));
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(1, 'x', null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Json>,
  ),
}));

test('completing a value twice changes nothing, keeps what it states, and does not touch the argument', () => {
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const before = structuredClone(value);
      const once = completed(schema, value);
      expect(value).toEqual(before);
      expect(completed(schema, once)).toEqual(once);
      expect(once).toMatchObject(value as object);
    }),
    { numRuns: 300 },
  );
});

test('what fits the schema for callers fits the schema with the defaults, where all defaults fit', () => {
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const { findings } = new SchemaCheck(schema).accept(value);
      const forCallers = new SchemaCheck(callerSchema(schema)).findings(value);
      // A default can lack what its own schema requires; `inspectSchema` reports that.
      if (findings.length === 0) expect(forCallers).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a definition that `$ref` names gives its defaults, so that callers may leave them out', () => {
  const money = { type: 'object', required: ['currency'], properties: { currency: { default: 'EUR' } } };
  const schema = { $defs: { money }, type: 'object', properties: { price: { $ref: '#/$defs/money' } } };
  expect(new SchemaCheck(schema).accept({ price: {} }).value).toEqual({ price: { currency: 'EUR' } });
  expect(new SchemaCheck(callerSchema(schema)).findings({ price: {} })).toEqual([]);
});
