import { describe, expect, test } from 'vitest';
import { SchemaCheck } from '../../../../controller/json-schema/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { connector, fixture } from './api.js';

function actionsIn(text: string, config: JsonObject = {}) {
  const found = connector.described?.actions({ document: 'a.yaml', ...config }, { document: text });
  if (!found) throw new Error(connector.described?.check(text, 'document')?.message);
  return found;
}

/** A document with one operation. */
function one(operation: JsonObject, more: JsonObject = {}): string {
  const paths = { '/a': { post: { operationId: 'a', ...operation } } };
  return JSON.stringify({ openapi: '3.0.3', servers: [{ url: 'https://a.example' }], paths, ...more });
}

const body = (schema: Json): JsonObject => ({ requestBody: { content: { 'application/json': { schema } } } });
const takes = (schema: Json, value: Json, more: JsonObject = {}) =>
  new SchemaCheck(actionsIn(one(body(schema), more))['a']?.input ?? false).findings({ body: value })
    .length === 0;

describe('actions', () => {
  test('have the names of the operations, fit for calls', () => {
    expect(Object.keys(actionsIn(fixture('colours.openapi.yaml')))).toEqual([
      'simple',
      'label',
      'matrix',
      'query',
      'places',
      'colours_create',
      'delete_colours',
      'colours-create',
      'colours_create_2',
    ]);
  });

  test('say what they do and give', () => {
    const {
      colours_create: create,
      query,
      delete_colours: remove,
    } = actionsIn(fixture('colours.openapi.yaml'));
    expect(create).toMatchObject({ title: 'Adds a colour', hints: { readOnly: false, idempotent: false } });
    expect(create?.output).toMatchObject({ $ref: '#/$defs/Colour', $defs: { Colour: { type: 'object' } } });
    expect(query?.hints).toEqual({ readOnly: true, idempotent: true, destructive: false });
    expect(remove?.hints.destructive).toBe(true);
  });

  test('check parameters and bodies', () => {
    const { colours_create: create, query } = actionsIn(fixture('colours.openapi.yaml'));
    const faults = (action: typeof create, input: JsonObject) =>
      new SchemaCheck(action?.input ?? false).findings(input).map(({ pointer }) => pointer);
    expect(faults(query, { text: 1, other: 1 }).sort()).toEqual(['/other', '/text']);
    expect(faults(create, {})).toEqual(['/body']);
    // The server sets the identifier.
    expect(faults(create, { body: { name: 'red', alpha: null, like: { name: 'blue' } } })).toEqual([]);
    expect(faults(create, { body: { name: 'red' }, contentType: 'image/png' })).toEqual(['/contentType']);
  });
});

describe('schemas of earlier versions', () => {
  test.each<[Json, Json, Json]>([
    [{ type: 'string', nullable: true }, null, 1],
    [{ type: 'string', nullable: true, enum: ['a'] }, null, 'b'],
    [{ type: 'number', minimum: 1, exclusiveMinimum: true }, 1.5, 1],
    [{ type: 'object', required: true, properties: { a: { type: 'string', required: true } } }, {}, { a: 1 }],
    [{ type: 'object', properties: { a: { type: 'int' } } }, { a: 'x' }, 1],
    [{ type: 'string', enum: [1, 2] }, 1, 3],
    [
      { allOf: [{ required: ['id'] }, { properties: { id: { readOnly: true, type: 'string' } } }] },
      {},
      { id: 1 },
    ],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 1, 'a'],
    [{ type: 'string', pattern: '^(?=a)b', format: 'phone' }, 'any', 1],
    [{ type: 'array', minItems: '2', items: { type: 'integer' } }, [1, 2], [1]],
  ])('%j takes %j and not %j', (schema, good, bad) => {
    expect(takes(schema, good)).toBe(true);
    expect(takes(schema, bad)).toBe(false);
  });

  test('recursion is kept', () => {
    const Node = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, n: { type: 'integer' } },
    };
    const more = { components: { schemas: { Node } } };
    expect(takes({ $ref: '#/components/schemas/Node' }, { next: { next: { n: 1 } } }, more)).toBe(true);
    expect(takes({ $ref: '#/components/schemas/Node' }, { next: { next: { n: 'a' } } }, more)).toBe(false);
  });
});

describe('hostile and broken documents', () => {
  test.each([
    ['openapi: 4.0.0', 'the version 4.0.0'],
    ['swagger: "1.2"', 'the version 1.2'],
    ['a: [', 'cannot be read'],
    ['just text', 'holds no map'],
    ['openapi: 3.1.0\npaths: 1', '`paths` must be a map'],
    [
      `a: &a [x, x]\nb: &b [${'*a,'.repeat(30)}]\nc: &c [${'*b,'.repeat(30)}]\nd: [${'*c,'.repeat(30)}]`,
      'cannot be read',
    ],
    ['['.repeat(100_000), 'cannot be read'],
  ])('a fault is found: %#', (text, message) => {
    expect(connector.described?.check(text, 'document')?.message).toContain(message);
  });

  test.each<[string, Json, string]>([
    ['another document', { $ref: 'other.yaml#/a' }, 'another document'],
    ['nothing', { $ref: '#/components/schemas/None' }, 'leads to nothing'],
    ['a prototype', { $ref: '#/constructor' }, 'leads to nothing'],
    ['itself', { $ref: '#/components/schemas/Loop' }, 'leads to itself'],
  ])('an operation whose reference leads to %s is found at its calls', async (_, schema, message) => {
    const more = { components: { schemas: { Loop: { $ref: '#/components/schemas/Loop' } } } };
    const { a } = actionsIn(one(body(schema), more));
    expect(a?.input).toBe(true);
    expect(a?.check?.({}, () => true)?.message).toContain(message);
    await expect(a?.run({} as never, {})).rejects.toMatchObject({ kind: 'configuration' });
  });

  test('a schema that grows without end takes a bounded time', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`p${index}`, { type: 'object', additionalProperties: '*' }]),
    );
    const yaml = `openapi: 3.0.0\nservers: [{ url: https://a.example }]\npaths:\n  /a:\n    post:\n      requestBody:\n        content:\n          application/json:\n            schema: &s { properties: ${JSON.stringify(wide).replaceAll('"*"', '*s')} }`;
    const start = performance.now();
    const found = connector.described?.check(yaml, 'document');
    if (!found) expect(JSON.stringify(actionsIn(yaml)['post_a']?.input).length).toBeLessThan(5_000_000);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  test('without a server, the connection must name one', () => {
    const text = one({}, { servers: [{ url: '/relative' }] });
    expect(actionsIn(text)['a']?.check?.({}, () => true)?.message).toContain('write `baseUrl`');
    expect(actionsIn(text, { baseUrl: 'https://a.example' })['a']?.check?.({}, () => true)).toBeUndefined();
  });

  test('a large document costs little beyond its parse', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [
        `/things/${index}/{id}`,
        {
          post: {
            operationId: `thing${index}`,
            description: 'x'.repeat(4_000),
            ...body({ $ref: '#/components/schemas/T' }),
          },
        },
      ]),
    );
    const T = { type: 'object', properties: { a: { $ref: '#/components/schemas/T' } } };
    const text = JSON.stringify({
      openapi: '3.0.0',
      servers: [{ url: 'https://a.example' }],
      paths,
      components: { schemas: { T } },
    });
    connector.described?.check(text, 'document');
    const start = performance.now();
    expect(Object.keys(actionsIn(text))).toHaveLength(1_000);
    expect(performance.now() - start).toBeLessThan(200);
    expect(actionsIn(text)).toBe(actionsIn(text));
  });
});
