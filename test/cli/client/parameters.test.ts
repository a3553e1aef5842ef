import { describe, expect, it } from 'vitest';
import { buildParameters, parseParameter } from '../../../cli/client/parameters.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonSchema } from '../../../schemas/json/types.js';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    price: { type: 'number' },
    sure: { type: 'boolean' },
    name: { type: 'string' },
    either: { type: ['integer', 'null'] },
    mixed: { type: ['string', 'integer'] },
    level: { enum: [1, 2] },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    place: { type: 'object' },
    shared: { $ref: '#/$defs/flag' },
  },
  $defs: { flag: { type: 'boolean' } },
};

function build(...given: string[]) {
  return buildParameters(given.map(parseParameter), schema, {});
}

describe('parameters of the command line', () => {
  it.each([
    ['count=3', { count: 3 }],
    ['price=1.5', { price: 1.5 }],
    ['sure=true', { sure: true }],
    ['name=3', { name: '3' }],
    ['name=a=b', { name: 'a=b' }],
    ['name=', { name: '' }],
    ['either=null', { either: null }],
    ['either=4', { either: 4 }],
    ['mixed=4', { mixed: '4' }],
    ['level=2', { level: 2 }],
    ['tags=a', { tags: ['a'] }],
    ['tags=["a","b"]', { tags: ['a', 'b'] }],
    ['place={"x":1}', { place: { x: 1 } }],
    ['shared=false', { shared: false }],
    ['unknown=1', { unknown: '1' }],
    ['name:=["raw"]', { name: ['raw'] }],
    ['count:="3"', { count: '3' }],
  ])('%s is converted to the type that the schema asks for', (given, expected) => {
    expect(build(given)).toEqual(expected);
  });

  const integer = { type: 'integer' };
  const n = (value: JsonSchema) => ({ properties: { n: value } });
  const shapes: Readonly<Record<string, JsonSchema>> = {
    'a reference to a reference': {
      ...n({ $ref: '#/$defs/a' }),
      $defs: { a: { $ref: '#/$defs/b' }, b: integer },
    },
    'a reference of draft 7': { ...n({ $ref: '#/definitions/a' }), definitions: { a: integer } },
    'a reference with escapes': { ...n({ $ref: '#/$defs/a~1b%20c' }), $defs: { 'a/b c': integer } },
    'a reference to another parameter': { properties: { n: { $ref: '#/properties/m' }, m: integer } },
    'an alternative that is a reference': {
      ...n({ anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] }),
      $defs: { a: integer },
    },
    'a part that narrows the type': n({ type: ['string', 'integer'], allOf: [{ type: 'number' }] }),
    'a pattern of names': { patternProperties: { '^n': integer } },
    'all of several schemas': { allOf: [{ properties: { m: true } }, n(integer)] },
    'one of several schemas': { oneOf: [{ properties: { m: true } }, n(integer)] },
    'a condition': { if: { required: ['m'] }, else: n(integer) },
    'a reference at the top': { $ref: '#/$defs/all', $defs: { all: n(integer) } },
  };
  it.each(Object.entries(shapes))('%s says the type', (_name, shape) => {
    expect(buildParameters([parseParameter('n=5')], shape, {})).toEqual({ n: 5 });
  });

  const loop = { ...n({ $ref: '#/$defs/a' }), $defs: { a: { $ref: '#/$defs/a' } } };
  it.each<[string, JsonSchema]>([
    ['a reference in a circle', loop],
    ['a reference to another document', n({ $ref: 'https://example.com/number.json' })],
    ['a reference to nothing', n({ $ref: '#/$defs/missing' })],
    ['a reference that is no address', n({ $ref: '#/%E0%A4%A' })],
    ['a pattern that needs back-tracking', { patternProperties: { '^(n+)+\\1$': integer } }],
    ['an alternative that takes text', n({ anyOf: [integer, { minLength: 1 }] })],
    ['types that exclude each other', n({ type: 'integer', allOf: [{ type: 'boolean' }] })],
    ['nothing that a value fits', n(false)],
  ])('text stays text under %s', (_name, shape) => {
    expect(buildParameters([parseParameter('n=5')], shape, {})).toEqual({ n: '5' });
  });

  it.each([
    [45, 5],
    [10_000, '5'],
  ])(
    'of %i references that each name the next one twice, each is read once, up to a depth',
    (count, value) => {
      const twice = (at: number) => ({ $ref: `#/$defs/d${at}` });
      const definitions = Array.from({ length: count }, (_, at): [string, JsonSchema] => [
        `d${at}`,
        at === count - 1 ? integer : { allOf: [twice(at + 1), twice(at + 1)] },
      ]);
      const shape = { ...n(twice(0)), $defs: Object.fromEntries(definitions) };
      expect(buildParameters([parseParameter('n=5')], shape, {})).toEqual({ n: value });
      const atTop = { ...shape, ...twice(0) };
      expect(buildParameters([parseParameter('m=5')], atTop, {})).toEqual({ m: '5' });
    },
  );

  it('items have types of their own, by reference and by place', () => {
    const shape: JsonSchema = {
      properties: {
        sizes: { type: 'array', items: { $ref: '#/$defs/size' } },
        pair: { type: 'array', prefixItems: [integer, { type: 'boolean' }], items: { type: 'string' } },
      },
      $defs: { size: integer },
    };
    const given = ['sizes=1', 'pair=1', 'pair=true', 'pair=1', 'sizes=2'].map(parseParameter);
    expect(buildParameters(given, shape, {})).toEqual({ sizes: [1, 2], pair: [1, true, '1'] });
  });

  it('text that does not convert stays text, for the service to refuse', () => {
    expect(build('count=many', 'price=', 'sure=yes', 'count=1e3', 'place=[1]')).toEqual({
      count: '1e3',
      price: '',
      sure: 'yes',
      place: '[1]',
    });
  });

  it('all digits of a number are kept, whatever a double holds', () => {
    const built = build(
      'count=7615917337495251231',
      'price=+0.10000000000000001',
      'place={"x":1e400}',
      'name:=[1e400]',
    );
    expect(toJsonText(built)).toBe(
      '{"count":7615917337495251231,"price":0.10000000000000001,"place":{"x":1e400},"name":[1e400]}',
    );
  });

  it('repeated keys form a list', () => {
    expect(build('sizes=1', 'name=x', 'sizes=2')).toEqual({ sizes: [1, 2], name: 'x' });
  });

  it('the command line overrides the file, lists included', () => {
    const given = [parseParameter('name=b'), parseParameter('tags=new')];
    expect(buildParameters(given, schema, { name: 'a', count: 1, tags: ['old'] })).toEqual({
      name: 'b',
      count: 1,
      tags: ['new'],
    });
  });

  it('text stays text under a schema without a type', () => {
    expect(buildParameters([parseParameter('count=3')], true, {})).toEqual({ count: '3' });
  });

  it('a parameter may be named `__proto__` or `constructor`', () => {
    const built = build('__proto__=x', 'constructor=y');
    expect(JSON.stringify(built)).toBe('{"__proto__":"x","constructor":"y"}');
  });

  it.each(['name', '=x', ':=1', 'x:=nope'])('`%s` is refused as wrong usage', (given) => {
    expect(() => build(given)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
