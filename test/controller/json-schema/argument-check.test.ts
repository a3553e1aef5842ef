import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArgumentCheck, anyText, anyValue, SchemaCheck } from '../../../controller/json-schema/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

const orders: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['method'],
  properties: {
    method: { enum: ['get', 'put'] },
    limit: { type: 'integer', minimum: 1 },
    path: { type: 'string', pattern: '^/' },
    auth: {
      oneOf: [
        { properties: { type: { const: 'basic' }, user: { type: 'string' } }, required: ['type', 'user'] },
        { properties: { type: { const: 'bearer' }, token: { type: 'string' } }, required: ['type', 'token'] },
      ],
    },
  },
};

function written(given: Json, schema: JsonObject = orders) {
  return new ArgumentCheck(schema).written(given, '`shop.list`');
}

describe('arguments as written', () => {
  test('that fit have no fault', () => {
    expect(written({ method: 'get', limit: 3, auth: { type: 'basic', user: 'ada' } })).toEqual([]);
  });

  test.each([
    [{ methd: 'get' }, 'argument-unknown', '/methd', 'takes no argument `methd`', 'Did you mean `method`?'],
    [{ limit: 1 }, 'argument-missing', '', 'needs the argument `method`', 'Add `method`.'],
    [{ method: 'gett' }, 'argument-wrong', '/method', 'must be `get` or `put`', 'Did you mean `get`?'],
    [
      { method: 'get', limit: '5' },
      'argument-wrong',
      '/limit',
      'must be a whole number, not text',
      'without quotes',
    ],
    [{ method: 'get', limit: 0 }, 'argument-wrong', '/limit', 'must be at least 1', undefined],
    [{ method: 'get', path: 'a' }, 'argument-wrong', '/path', 'must be of the form ^/', undefined],
    [[], 'argument-wrong', '', 'must be an object, not a list', undefined],
  ])('%j: %s', (given, rule, pointer, message, hint) => {
    const found = written(given as Json);
    expect(found).toMatchObject([
      { rule, severity: 'error', pointer, message: expect.stringContaining(message) },
    ]);
    if (hint !== undefined) expect(found[0]?.hint).toContain(hint);
  });

  test('an expression satisfies any type, beside faults of constants', () => {
    expect(written({ method: anyValue, limit: anyValue, auth: anyValue })).toEqual([]);
    expect(written({ method: anyValue, limit: true })).toMatchObject([{ pointer: '/limit' }]);
    expect(written({ method: 'get', auth: { type: anyValue, user: 'ada' } })).toEqual([]);
  });

  test('a text with an expression in it is a text of unknown form', () => {
    expect(written({ method: anyText, path: anyText })).toEqual([]);
    expect(written({ method: 'get', limit: anyText })).toMatchObject([{ pointer: '/limit' }]);
  });

  test('alternatives that differ in a constant are all named', () => {
    const message = 'the argument `auth.type` of `shop.list` must be `basic` or `bearer`';
    expect(written({ method: 'get', auth: { type: 'oauth2' } })).toMatchObject([
      { pointer: '/auth/type', message },
    ]);
    const missing = '`shop.list` needs the argument `auth.token`';
    expect(written({ method: 'get', auth: { type: 'bearer' } })).toMatchObject([{ message: missing }]);
  });

  test('a name that an open schema ignores is a warning if it is probably misspelt', () => {
    const open = { properties: { language: {}, name: {} }, required: ['name'] };
    expect(written({ name: 1, langauge: 'de' }, open)).toMatchObject([{ severity: 'warning' }]);
    expect(written({ name: 1, customer: 'de' }, open)).toEqual([]);
    expect(written({ nmae: 1 }, open)).toMatchObject([{ rule: 'argument-unknown', severity: 'error' }]);
  });

  test('no fault repeats a value', () => {
    const faults = written({ method: 'hunter2-secret', limit: 'hunter2-secret', path: 'hunter2-secret' });
    expect(faults).toHaveLength(3);
    expect(JSON.stringify(faults)).not.toContain('hunter2');
  });

  test('alternatives inside each other end the check, not the service', () => {
    let nested: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 40; depth++) nested = { anyOf: [nested, nested] };
    expect(() => written(5, nested)).not.toThrow();
  });
});

describe('values of a call', () => {
  test('are taken as they are, also a text that looks like an expression', () => {
    expect(new ArgumentCheck(orders).values({ method: anyValue }, '`shop.list`')).toMatchObject([
      { rule: 'argument-wrong', pointer: '/method' },
    ]);
  });
});

const scalars = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'bb'),
  fc.boolean(),
  fc.constant(null),
);
const names = fc.constantFrom('a', 'b', 'c');
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
  ),
}));
const types = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object');
/** Schemas of the keywords that are checked before the run, with schemas in them down to a depth. */
function schemasTo(depth: number): fc.Arbitrary<JsonObject> {
  const inner: fc.Arbitrary<unknown> = depth === 0 ? fc.constantFrom({}, true, false) : schemasTo(depth - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  const keywords = new Map<string, fc.Arbitrary<unknown>>([
    ['type', fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))],
    ['enum', fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 })],
    ['const', scalars],
    ...['minimum', 'exclusiveMaximum'].map((name) => [name, fc.integer({ min: -2, max: 2 })] as const),
    ...['minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => [name, fc.nat(2)] as const),
    ['required', fc.uniqueArray(names, { maxLength: 2 })],
    ['properties', fc.dictionary(names, inner, { maxKeys: 3 })],
    ...['additionalProperties', 'items', 'not'].map((name) => [name, inner] as const),
    ...['allOf', 'anyOf', 'oneOf'].map((name) => [name, list] as const),
  ]);
  return fc
    .uniqueArray(fc.constantFrom(...keywords.keys()), { maxLength: 4 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, keywords.get(name)])) as never),
    );
}
const schemas = schemasTo(2);

/** Returns the value with expressions in place of some of its parts. */
function withExpressions(value: Json, isExpression: () => boolean): Json {
  if (isExpression()) return anyValue;
  if (Array.isArray(value)) return value.map((item) => withExpressions(item, isExpression));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withExpressions(each, isExpression)]),
  );
}

test('values have an error exactly when the validator refuses them', () => {
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const faults = new ArgumentCheck(schema).values(value, 'it');
      const fits = new SchemaCheck(schema).findings(value).length === 0;
      expect(faults.some(({ severity }) => severity === 'error')).toBe(!fits);
    }),
    { numRuns: 200 },
  );
});

test('expressions in place of parts of fitting arguments cause no error', () => {
  fc.assert(
    fc.property(
      schemas,
      values,
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      (schema, value, coins) => {
        fc.pre(new SchemaCheck(schema).findings(value).length === 0);
        const left = [...coins];
        const given = withExpressions(value, () => left.pop() ?? false);
        const faults = new ArgumentCheck(schema).written(given, 'it');
        expect(faults.filter(({ severity }) => severity === 'error')).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
