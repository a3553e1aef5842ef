import ajvFormats from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { inspectSchema, SchemaCheck } from '../../../controller/json-schema/index.js';
import { formats } from '../../../controller/json-schema/keywords.js';
import type { JsonSchema } from '../../../schemas/json/types.js';

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };

function found(schema: JsonSchema): string[] {
  return inspectSchema(schema).map(({ rule, pointer, message }) => `${rule} ${pointer}: ${message}`);
}

test.each<[string, JsonSchema, string]>([
  [
    'a misspelt keyword',
    { minlength: 1 },
    'schema-keyword /minlength: `minlength` is not a keyword of JSON Schema draft-2020-12',
  ],
  [
    'a keyword of a prototype',
    { items: { constructor: {} } },
    'schema-keyword /items/constructor: `constructor` is not a keyword of JSON Schema draft-2020-12',
  ],
  [
    'a keyword that Ajv alone knows',
    { $async: true },
    'schema-keyword /$async: `$async` is not a keyword of JSON Schema draft-2020-12',
  ],
  [
    'a keyword of the other dialect',
    { ...draft07, minContains: 1 },
    'schema-keyword /minContains: `minContains` is not a keyword of JSON Schema draft-07',
  ],
  [
    'a format that does not exist',
    { format: 'emial' },
    'schema-keyword /format: no value is checked against the format `emial`',
  ],
  [
    'no choice',
    { properties: { a: { enum: [] } } },
    'schema-invalid /properties/a/enum: has no choice, so no value fits',
  ],
  [
    'a name that the validator leaves out',
    { properties: JSON.parse('{"__proto__":{}}') },
    'schema-invalid /properties/__proto__: `__proto__` cannot be used as a name',
  ],
  [
    'another dialect inside',
    { $defs: { a: { $id: 'a', ...draft07 } } },
    'schema-invalid /$defs/a/$schema: is not the dialect of the whole schema, https://json-schema.org/draft/2020-12/schema',
  ],
  [
    'a reference to nothing',
    { $ref: '#/$defs/a' },
    'schema-invalid /$ref: refers to `#/$defs/a`, which is not in this schema',
  ],
  [
    'a reference to a name of a prototype',
    { $defs: {}, $ref: '#/$defs/toString' },
    'schema-invalid /$ref: refers to `#/$defs/toString`, which is not in this schema',
  ],
  [
    'a reference into data',
    { enum: [{ a: 1 }], not: { $ref: '#/enum/0' } },
    'schema-invalid /not/$ref: refers to `#/enum/0`, which is not in this schema',
  ],
  [
    'a reference to itself',
    { $ref: '#' },
    'schema-invalid /$ref: `#` refers back to this place for the same value, without an end',
  ],
  [
    'references in a circle',
    { $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { if: false, else: { $ref: '#/$defs/a' } } } },
    'schema-invalid /$defs/b/else/$ref: `#/$defs/a` refers back to this place for the same value, without an end',
  ],
  [
    'a dynamic reference elsewhere',
    { $dynamicRef: 'other#a' },
    'schema-invalid : cannot be used: "$dynamicRef" only supports hash fragment reference',
  ],
  [
    'a default of another type',
    { properties: { n: { type: 'integer', default: 'x' } } },
    'schema-value /properties/n/default: the default does not fit its schema: it must be integer',
  ],
  [
    'a default behind a reference',
    { $defs: { n: { minimum: 3 } }, items: { $ref: '#/$defs/n', default: 2 } },
    'schema-value /items/default: the default does not fit its schema: it must be >= 3',
  ],
  [
    'a part of a default',
    { default: { a: [1] }, properties: { a: { items: { type: 'null' } } } },
    'schema-value /default/a/0: `/a/0` of the default does not fit its schema: it must be null',
  ],
  [
    'an example',
    { type: 'string', examples: ['a', 1] },
    'schema-value /examples/1: the example does not fit its schema: it must be string',
  ],
  [
    'a choice',
    { type: 'string', enum: ['a', null] },
    'schema-value /enum/1: the choice does not fit its schema: it must be string',
  ],
  [
    'a constant',
    { minLength: 2, const: 'a' },
    'schema-value /const: the constant does not fit its schema: it must NOT have fewer than 2 characters',
  ],
])('%s is a finding', (_, schema, expected) => {
  expect(found(schema)).toEqual([expected]);
});

test('all faults are found at once, each at its place', () => {
  const schema = {
    type: 'strnig',
    properties: { a: { typ: 'x' }, b: { minimum: 'x' }, c: { pattern: '(' } },
  };
  expect(found(schema).map((line) => line.split(':')[0])).toEqual([
    'schema-invalid /properties/b/minimum',
    'schema-invalid /type',
    'schema-keyword /properties/a/typ',
    'schema-invalid /properties/c/pattern',
  ]);
});

test('a value that does not fit is found beside faults elsewhere in the schema', () => {
  const properties = {
    a: { type: 'integer', default: 'x' },
    b: { typ: 1, type: 'string', default: 2 },
    c: { $ref: '#/nowhere', default: 3 },
    d: { properties: { e: { pattern: '(', default: 4 } }, default: 5 },
  };
  expect(found({ properties }).map((line) => line.split(':')[0])).toEqual([
    'schema-keyword /properties/b/typ',
    'schema-invalid /properties/d/properties/e/pattern',
    'schema-invalid /properties/c/$ref',
    'schema-value /properties/a/default',
  ]);
});

test.each([
  [{ minlength: 1 }, 'Did you mean `minLength`?'],
  [{ additionalItems: {} }, 'Write `prefixItems` for the first items and `items` for the others.'],
  [
    { ...draft07, prefixItems: [] },
    'It belongs to draft-2020-12: write `$schema: https://json-schema.org/draft/2020-12/schema` at the root.',
  ],
  [{ somethingOfMyOwn: 1 }, 'Remove it, or begin its name with `x-` if it is a note.'],
])('%j has the hint %s', (schema, hint) => {
  expect(inspectSchema(schema)).toMatchObject([{ severity: 'error', at: 'name', hint }]);
});

test.each([
  ['nullable', { type: 'string', nullable: true }],
  ['nullable', { nullable: true, enum: ['a'] }],
  ['discriminator', { type: 'string', discriminator: { propertyName: 'kind' } }],
])('`%s` of OpenAPI is a warning, and does nothing', (name, keyword) => {
  const schema = { properties: { nullable: keyword } };
  const message = expect.stringContaining(`\`${name}\` is not a keyword`);
  expect(inspectSchema(schema)).toMatchObject([{ severity: 'warning', at: 'name', message }]);
  const check = new SchemaCheck(schema);
  expect(check.findings({ nullable: null })).toHaveLength(1);
  expect(check.findings({ nullable: 'a' })).toEqual([]);
});

test('a format that no value is checked against is a warning', () => {
  expect(inspectSchema({ format: 'iri' })).toMatchObject([{ severity: 'warning', rule: 'schema-keyword' }]);
});

test.each<[string, JsonSchema]>([
  ['true', true],
  [
    'properties with the names of keywords',
    { properties: { default: { type: 'string' }, enum: {}, $ref: {} } },
  ],
  ['notes', { 'x-owner': { any: 1 }, $comment: 'a', example: 1, markdownDescription: 'b' }],
  ['a tree', { properties: { children: { items: { $ref: '#' } } } }],
  ['anchors', { $defs: { a: { $anchor: 'here' } }, $ref: '#here' }],
  [
    'names inside the schema',
    { $id: 'https://example.com/a', $defs: { b: { $id: 'b' } }, items: { $ref: 'b' } },
  ],
  ['an encoded pointer', { $defs: { 'a/b c%': {} }, $ref: '#/$defs/a~1b%20c%25' }],
  [
    'lists of draft-07',
    {
      ...draft07,
      items: [{ default: 1 }],
      additionalItems: { $ref: '#/definitions/a' },
      definitions: { a: {} },
    },
  ],
  ['names that another property needs', { dependencies: { a: ['b'] }, dependentRequired: { c: ['d'] } }],
  ['a reference to the meta-schema', { items: { $ref: 'https://json-schema.org/draft/2020-12/schema' } }],
  ['a default that other defaults complete', { default: {}, properties: { a: { default: 1 } } }],
])('%s has no finding', (_, schema) => {
  expect(found(schema)).toEqual([]);
});

test('the formats are those that the validator knows', () => {
  expect([...formats].sort()).toEqual(Object.keys(ajvFormats.fullFormats).sort());
});

test('a schema that is nested too deep is a finding at the deepest place', () => {
  let schema: JsonSchema = {};
  for (let level = 0; level < 100; level++) schema = { items: schema };
  expect(found(schema)).toEqual([
    expect.stringMatching(/^schema-invalid (\/items){65}: is nested too deep$/),
  ]);
});
