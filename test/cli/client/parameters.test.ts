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
