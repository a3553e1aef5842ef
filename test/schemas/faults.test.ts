import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  findFaults,
  isValid,
  type Json,
  type JsonObject,
  type SchemaName,
  schema,
  schemaNames,
} from '../../schemas/index.js';

const folders = ['valid', 'language'].map((name) => new URL(`../../fixtures/${name}/`, import.meta.url));

function getSchema(value: JsonObject): SchemaName {
  return schemaNames.find((name) => name === value['kind']) ?? 'flow';
}

const samples = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => /\.(yaml|json)$/.test(file))
    .map((file) => {
      const value = parse(readFileSync(new URL(file, folder), 'utf8')) as JsonObject;
      return { file, value, name: getSchema(value) };
    }),
);

/** Every object and list inside a value. */
function containers(value: Json): (JsonObject | Json[])[] {
  if (value === null || typeof value !== 'object') return [];
  return [value, ...Object.values(value).flatMap(containers)];
}

test.each([
  ['none', 'signature: { scheme: none }'],
  ['github', 'signature: { scheme: github, secret: shop/webhook, key: secret }'],
  ['stripe', 'signature: { scheme: stripe, secret: shop/webhook, key: secret }'],
])('a scheme `%s` in place of the object has the object as its hint, valid as written', (scheme, example) => {
  const webhook = { path: 'orders', signature: scheme };
  const [fault] = findFaults(schema('trigger'), { kind: 'trigger', name: 't', flow: 'f', webhook });
  expect(fault?.hint).toContain(` For example \`${example}\`.`);
  const corrected = { path: 'orders', ...(parse(example) as JsonObject) };
  expect(
    findFaults(schema('trigger'), { kind: 'trigger', name: 't', flow: 'f', webhook: corrected }),
  ).toEqual([]);
});

test('a text that is too short is not called empty', () => {
  const Webhooks = [{ Url: 'https://example.com', Secret: 'short' }];
  const messages = findFaults(schema('settings'), { Events: { Webhooks } }).map(({ message }) => message);
  expect(messages).toEqual(['must have at least 8 characters']);
});

const strangeValues: Json[] = [
  null,
  true,
  0,
  -3,
  1.5,
  '',
  'x',
  '${ .a }',
  'PT5S',
  [],
  ['a'],
  {},
  { a: 1 },
  { seconds: 5 },
];
const strangeNames = [
  'call',
  'do',
  'with',
  'set',
  'use',
  'then',
  'when',
  'one',
  'after',
  'x',
  'document',
  'config',
];

/** Returns the value with one change. */
function damage(value: JsonObject, place: number, way: number, strange: Json, name: string): JsonObject {
  const copy = structuredClone(value);
  const found = containers(copy);
  const target = found[place % found.length] as JsonObject;
  const keys = Object.keys(target);
  const key = keys[way % Math.max(1, keys.length)] ?? name;
  if (way % 3 === 0 && Array.isArray(target)) target.splice(way % Math.max(1, keys.length), 1);
  else if (way % 3 === 0) delete target[key];
  else if (way % 3 === 1) target[key] = strange;
  else target[Array.isArray(target) ? target.length : name] = strange;
  return copy;
}

describe('findFaults', () => {
  test.each(samples)('finds no fault in the valid $file', ({ value, name }) => {
    expect(findFaults(schema(name), value)).toEqual([]);
    expect(isValid(name, value)).toBe(true);
  });

  test('finds a fault exactly where the compiled validator refuses', () => {
    const input = fc.record({
      sample: fc.nat(samples.length - 1),
      place: fc.nat(500),
      way: fc.nat(20),
      strange: fc.constantFrom(...strangeValues),
      name: fc.constantFrom(...strangeNames),
    });
    fc.assert(
      fc.property(input, ({ sample: index, place, way, strange, name }) => {
        const sample = samples[index] ?? samples[0];
        if (!sample) return;
        const value = damage(sample.value, place, way, strange, name);
        const faults = findFaults(schema(sample.name), value);
        expect({ valid: faults.length === 0, faults }).toMatchObject({ valid: isValid(sample.name, value) });
      }),
      { numRuns: 5000 },
    );
  });
});
