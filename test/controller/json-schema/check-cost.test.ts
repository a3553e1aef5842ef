import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCost } from '../../../controller/json-schema/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** Counts the evaluations of subschemas by a validator that never stops early. */
function evaluations(root: JsonObject, value: Json): number {
  let count = 0;
  const each = (schemas: unknown, part: Json): void => {
    for (const schema of [schemas].flat()) if (schema !== undefined) visit(schema as Json, part);
  };
  const visit = (schema: Json, part: Json): void => {
    count++;
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'])
      each(schema[keyword], part);
    each(Object.values((schema['dependentSchemas'] ?? {}) as JsonObject), part);
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      each(
        reference === '#' ? root : (root['$defs'] as JsonObject)[reference.slice('#/$defs/'.length)],
        part,
      );
    }
    if (typeof part !== 'object' || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      if (Array.isArray(part)) {
        const ofPrefix = ((schema['prefixItems'] ?? []) as Json[])[Number(name)];
        each([ofPrefix ?? schema['items'], schema['contains'], schema['unevaluatedItems']], inner);
        continue;
      }
      each(((schema['properties'] ?? {}) as JsonObject)[name], inner);
      for (const [pattern, of] of Object.entries((schema['patternProperties'] ?? {}) as JsonObject))
        if (new RegExp(pattern).test(name)) each(of, inner);
      each([schema['additionalProperties'], schema['unevaluatedProperties']], inner);
      each(schema['propertyNames'], name);
    }
  };
  visit(root, value);
  return count;
}

const names = fc.constantFrom('a', 'b', 'c');

/** Schemas of up to three keywords, with references to `x` and `y`. */
const schemas = fc.letrec<{ schema: JsonObject; inner: JsonObject | boolean }>((tie) => {
  const single = ['not', 'if', 'then', 'items', 'contains', 'additionalProperties', 'propertyNames'];
  const keywords = fc.oneof(
    ...[...single, 'unevaluatedProperties'].map((name) => fc.record({ [name]: tie('inner') })),
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) =>
      fc.record({ [name]: fc.array(tie('inner'), { minLength: 1, maxLength: 3 }) }),
    ),
    ...['dependentSchemas', 'properties', 'patternProperties'].map((name) =>
      fc.record({ [name]: fc.dictionary(names, tie('inner'), { minKeys: 1, maxKeys: 3 }) }),
    ),
  );
  return {
    inner: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.boolean(),
      fc.record({ $ref: fc.constantFrom('#/$defs/x', '#/$defs/y') }),
      tie('schema'),
    ),
    schema: fc
      .array(keywords, { minLength: 1, maxLength: 3 })
      .map((parts) => Object.assign({}, ...parts) as JsonObject),
  };
}).schema;

const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, 1, 'text'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
})).value;

test('the bound is never below the evaluations of a validator that stops nowhere', () => {
  const targets = fc.record({ x: schemas, y: schemas });
  fc.assert(
    fc.property(schemas, targets, values, (schema, { x, y }, value) => {
      // A reference in the same place leads to the next target, and ends there.
      const [toY, toNothing] = [replaced(x, '#/$defs/y'), replaced(y, '#/$defs/z')];
      const root = { ...schema, $defs: { x: toY, y: toNothing, z: { type: 'object' } } };
      expect(checkCost(root, value)).toBeGreaterThanOrEqual(evaluations(root, value));
    }),
    { numRuns: 300 },
  );
});

/** The schema with all its references to one target. */
function replaced(schema: JsonObject, target: string): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll(/"\$ref":"[^"]*"/g, `"$ref":"${target}"`));
}

test('a schema that refers to itself from its members costs as much as the value is large', () => {
  const tree = { properties: { left: { $ref: '#' }, right: { $ref: '#' } }, required: ['left'] };
  const grow = (depth: number): Json => (depth === 0 ? 1 : { left: grow(depth - 1), right: grow(depth - 1) });
  expect(checkCost(tree, grow(10))).toBeGreaterThanOrEqual(evaluations(tree, grow(10)));
  expect(checkCost(tree, grow(10))).toBeLessThan(3 * evaluations(tree, grow(10)));
});

test('alternatives inside alternatives multiply', () => {
  let schema: JsonObject = { type: 'string' };
  const $defs: JsonObject = {};
  for (let at = 0; at < 24; at++) {
    $defs[`d${at}`] = schema;
    schema = { anyOf: [{ $ref: `#/$defs/d${at}` }, { $ref: `#/$defs/d${at}` }] };
  }
  expect(checkCost({ ...schema, $defs }, 1)).toBeGreaterThan(2 ** 24);
  expect(checkCost({ ...schema, $defs }, 1)).toBeLessThan(2 ** 28);
});

test('a reference back to the same place has no bound', () => {
  expect(checkCost({ $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }, 1)).toBe(Infinity);
});

test.each<[string, JsonObject, Json, Json]>([
  ['unique items', { uniqueItems: true }, count(100), count(1_000)],
  ['a pattern', { pattern: '^(a|b)+$' }, 'a'.repeat(1_000), 'a'.repeat(100_000)],
  ['patterns of names', { patternProperties: { '^(a|b)+$': true } }, { a: 1 }, { ['a'.repeat(10_000)]: 1 }],
  ['texts as names', { propertyNames: { pattern: '^(a|b)+$' } }, { a: 1 }, { ['a'.repeat(10_000)]: 1 }],
])('%s count by the size of the value', (_, schema, small, large) => {
  expect(checkCost(schema, large)).toBeGreaterThan(20 * checkCost(schema, small));
});

test('many known names and choices count for each part of a value', () => {
  const properties = Object.fromEntries(count(10_000).map((name) => [`p${name}`, true]));
  expect(checkCost({ items: { properties } }, Array(100).fill({}))).toBeGreaterThan(100_000);
  expect(checkCost({ items: { enum: count(10_000) } }, Array(100).fill(1))).toBeGreaterThan(100_000);
});

test('a schema of ordinary size costs little', () => {
  const person = {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 100 }, age: { type: 'integer', minimum: 0 } },
    required: ['name'],
    additionalProperties: false,
  };
  expect(checkCost({ type: 'array', items: person }, Array(100).fill({ name: 'Ada', age: 36 }))).toBeLessThan(
    1_000,
  );
});

test('a value without a schema of its own costs one evaluation', () => {
  expect(checkCost(true, [1, 2, 3])).toBe(1);
  expect(checkCost({ type: 'array' }, [1, 2, 3])).toBe(1);
});

function count(to: number): number[] {
  return Array.from({ length: to }, (_, at) => at);
}
