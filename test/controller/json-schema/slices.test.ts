import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuicklyCompiled } from '../../../controller/json-schema/compile-cost.js';
import { ArgumentCheck, SchemaCheck } from '../../../controller/json-schema/index.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';

function list<Item>(length: number, item: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => item(index));
}

function wide(members: number): JsonObject {
  return Object.fromEntries(list(members, (index) => [`name${index}`, index]));
}

/** A schema that applies another one 2^levels times. */
function tower(levels: number, keyword: string, leaf: JsonSchema): JsonObject {
  const names = list(levels, (level): [string, JsonSchema] => {
    const below = { $ref: `#/$defs/d${level - 1}` };
    return [`d${level}`, level === 0 ? leaf : { [keyword]: [below, below] }];
  });
  return { $defs: Object.fromEntries(names), $ref: `#/$defs/d${levels - 1}` };
}

/** Alternatives inside alternatives, few enough to be compiled on the event loop. */
const doubled: JsonSchema = { items: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } };
const deepList = list(24, () => 0).reduce<Json>((inside) => [inside], [1, 'no list']);
const texts = { items: { type: 'array' } };

describe('a check that would hold up the event loop is done in a thread', () => {
  test.each<[string, JsonSchema, Json, string]>([
    ['alternatives', { ...doubled, type: 'array' }, deepList, 'needs more than 20000000 steps'],
    ['errors of types', texts, list(50_000, () => 1), 'must be array'],
    ['errors of members', { items: { required: ['a', 'b', 'c'] } }, list(9_000, () => ({})), 'is required'],
    ['members', { additionalProperties: false }, wide(20_000), 'is not a known property'],
    ['names', { propertyNames: { maxLength: 3 } }, wide(20_000), 'must NOT have more than 3 characters'],
    ['a pattern', { pattern: '(a|b)*a(a|b){10}$' }, 'ab'.repeat(9_000), 'must match pattern'],
    ['an address', { format: 'url' }, `http://${'::'.repeat(3_000)}`, 'must match format "url"'],
    ['a long text', { format: 'email' }, 'a.'.repeat(400_000), 'must match format "email"'],
    ['compared items', { uniqueItems: true, maxItems: 1 }, list(20_000, (a) => ({ a })), 'more than 1 items'],
    ['a constant', { const: [{ a: 1 }] }, list(20_000, (a) => ({ a })), 'must be [{"a":1}]'],
    ['choices', { items: { enum: [{ a: 0 }] } }, list(20_000, () => ({ a: 1 })), 'must be one of'],
    [
      'long names in pointers',
      {
        ...tower(4, 'allOf', { type: 'string', minLength: 1 }),
        $ref: undefined as never,
        additionalProperties: { allOf: list(4, () => ({ $ref: '#/$defs/d3' })) },
      },
      { ['k'.repeat(100_000)]: 1 },
      'must be string',
    ],
    [
      'names that are remembered',
      {
        allOf: list(3, () => ({ allOf: list(3, () => ({ additionalProperties: { minimum: 5 } })) })),
        unevaluatedProperties: false,
      },
      wide(4_000),
      'must be >= 5',
    ],
  ])('%s', async (_name, schema, value, message) => {
    const check = new SchemaCheck(JSON.parse(JSON.stringify(schema)));
    const findings = check.findingsInSlices(value);
    expect(findings).toBeInstanceOf(Promise);
    expect((await findings)[0]?.message).toContain(message);
  });

  test('defaults of many items', async () => {
    const check = new SchemaCheck({ items: { properties: { a: { default: 1 } } } });
    const accepted = check.acceptInSlices(list<JsonObject>(20_000, () => ({})));
    expect(accepted).toBeInstanceOf(Promise);
    expect(await accepted).toEqual({ value: list(20_000, () => ({ a: 1 })), findings: [] });
  });

  test('a schema that takes long to compile, whatever the value', async () => {
    const properties = Object.fromEntries(list(500, (index) => [`p${index}`, { type: 'string' }]));
    const check = new SchemaCheck({ properties });
    const findings = check.findingsInSlices({ p7: 7 });
    expect(findings).toBeInstanceOf(Promise);
    expect(await findings).toEqual([{ pointer: '/p7', message: 'must be string' }]);
  });

  test('arguments of a call', async () => {
    const check = new ArgumentCheck({ properties: { ids: { items: { type: 'string', minLength: 2 } } } });
    const faults = check.valuesInSlices({ ids: list(30_000, () => 'no') }, '`shop.get`');
    expect(faults).toBeInstanceOf(Promise);
    expect(await faults).toEqual([]);
    const wrong = await check.valuesInSlices({ ids: [...list(30_000, () => 'no'), 'x'] }, '`shop.get`');
    expect(wrong.map(({ pointer }) => pointer)).toEqual(['/ids/30000']);
  });

  test('arguments of a call whose schema only a large validator decides', async () => {
    const oneOf = list(300, (index) => ({
      properties: { kind: { const: index } },
      required: ['kind'],
      not: false,
    }));
    const faults = new ArgumentCheck({
      not: { required: ['b'] },
      $defs: { oneOf: { oneOf } },
    }).valuesInSlices({ b: 1 }, 'it');
    expect(faults).toBeInstanceOf(Promise);
    expect((await faults).map(({ message }) => message)).toEqual(['the input of it must NOT be valid']);
  });
});

test('the check of a usual value stays on the event loop', () => {
  const item = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { default: 2 } } };
  const check = new SchemaCheck({ type: 'array', items: item });
  expect(check.acceptInSlices(list(500, () => ({ a: 'x', b: 1 })))).toMatchObject({ findings: [] });
  expect(check.acceptInSlices([{ a: 1 }])).toEqual({
    value: [{ a: 1, b: 2 }],
    findings: [{ pointer: '/0/a', message: 'must be string' }],
  });
});

test('an abort ends a check in a thread with its reason', async () => {
  const check = new SchemaCheck({ ...(doubled as JsonObject), type: 'array' });
  const findings = check.findingsInSlices(deepList, AbortSignal.abort(new Error('cancelled')));
  await expect(findings).rejects.toThrow('cancelled');
});

test.each<[string, JsonSchema, boolean]>([
  ['a boolean', true, true],
  [
    '20 properties',
    { properties: Object.fromEntries(list(20, (at) => [`p${at}`, { type: 'string' }])) },
    true,
  ],
  [
    '2,000 choices and a long description',
    { enum: list(2_000, String), description: 'x'.repeat(9_999) },
    true,
  ],
  ['a pattern of a UUID', { pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' }, true],
  ['a pattern that repeats a wide class', { pattern: '\\p{L}{500}' }, false],
  ['a pattern that repeats a group', { pattern: '(a|aa|aaa){300}' }, false],
  ['100 required names', { required: list(100, String) }, false],
  ['20,000 choices', { enum: list(20_000, String) }, false],
  ['20 references', { allOf: list(20, () => ({ $ref: '#/$defs/a' })) }, false],
])('before a schema is compiled it is known whether that is quick: %s', (_name, schema, isQuick) => {
  expect(isQuicklyCompiled(schema)).toBe(isQuick);
});

const unused = { required: list(100, String) };
const names = fc.constantFrom('a', 'b', 'c');
const { value: values, schema: schemas } = fc.letrec<{ value: Json; schema: JsonSchema }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(0, 1, 2.5, 'a', 'ab', '', true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Json>,
  ),
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonSchema>(
      true,
      false,
      { type: 'string' },
      { minimum: 1 },
      { const: 'a' },
      { pattern: '^a' },
    ),
    fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string'),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        additionalProperties: tie('schema'),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        items: tie('schema'),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        not: tie('schema'),
        default: tie('value'),
        unevaluatedProperties: tie('schema'),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [], noNullPrototype: true },
    ) as fc.Arbitrary<JsonSchema>,
  ),
}));

test('a thread gives what the event loop gives', async () => {
  await fc.assert(
    fc.asyncProperty(schemas, values, async (schema, value) => {
      const onLoop = new SchemaCheck(schema).accept(value);
      // A schema that takes too long to compile is checked in a thread.
      fc.pre(typeof schema === 'object');
      const inThread = new SchemaCheck({ ...(schema as JsonObject), $defs: { unused } }).acceptInSlices(
        value,
      );
      expect(inThread).toBeInstanceOf(Promise);
      expect(await inThread).toEqual(onLoop);
    }),
    { numRuns: 60 },
  );
});
