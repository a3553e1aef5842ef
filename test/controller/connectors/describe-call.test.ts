import { describe, expect, test } from 'vitest';
import { builtInConnectors, describeCall, describeConfig } from '../../../controller/connectors/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const connectors = new Map(builtInConnectors().map((connector) => [connector.name, connector]));

function describeOf(name: string, action: string, input: JsonObject, config: JsonObject = {}): unknown {
  return describeCall(connectors.get(name), { config, texts: {} }, { action, input });
}

/** Connector, action, two inputs. */
type Pair = readonly [string, string, JsonObject, JsonObject];

const same: readonly Pair[] = [
  ['http', 'get', { path: '/orders/{id}', pathParams: { id: 17 } }, { path: '/orders/17' }],
  ['http', 'get', { path: '/orders/{id}', pathParams: { id: 'a b' } }, { path: '/orders/a%20b' }],
  [
    'http',
    'get',
    { path: '/orders', query: { page: 1, tag: ['a', 'b'] } },
    { path: 'orders?page=1&tag=a&tag=b' },
  ],
  [
    'http',
    'get',
    { path: '/orders', query: { page: 1, none: null } },
    { path: '/orders', query: { page: '1' } },
  ],
  ['http', 'get', {}, { path: '/' }],
  ['http', 'get', { headers: { 'X-Team': 1 } }, { headers: { 'x-team': '1' }, output: 'content' }],
  [
    'http',
    'post',
    { body: { a: 1, b: 2 } },
    { body: { b: 2, a: 1 }, headers: { 'Content-Type': 'application/json' } },
  ],
  ['http', 'request', { method: 'post', body: 'x' }, { method: 'POST', body: 'x' }],
  [
    'sqlite',
    'query',
    { sql: 'select a from t where id = :id', parameters: { id: 1 } },
    { sql: 'SELECT a\n  FROM t -- all\n WHERE id = :key;', parameters: { key: 1 } },
  ],
  [
    'postgres',
    'query',
    { sql: 'select a from t where id = :id', parameters: { id: 1 } },
    { sql: 'select a /* one */ from t where id=:id', parameters: { id: 1 } },
  ],
  [
    'mysql',
    'transaction',
    { statements: [{ sql: 'delete from t # all' }] },
    { statements: [{ sql: 'DELETE FROM t' }] },
  ],
  [
    'graphql',
    'query',
    { query: '{ orders { id } }' },
    { query: 'query {\n  # the first\n  orders { id, }\n}' },
  ],
];

const different: readonly Pair[] = [
  ['http', 'get', { path: '/orders/{id}', pathParams: { id: 'a/b' } }, { path: '/orders/a/b' }],
  [
    'http',
    'get',
    { path: '/orders', query: { tag: ['a', 'b'] } },
    { path: '/orders', query: { tag: ['b', 'a'] } },
  ],
  ['http', 'get', { path: '/orders' }, { path: '/Orders' }],
  ['http', 'post', { body: { a: 1 } }, { body: '{"a":1}' }],
  ['http', 'post', { body: { a: [1, 2] } }, { body: { a: [2, 1] } }],
  ['http', 'get', { path: '/a', output: 'response' }, { path: '/a' }],
  ['http', 'get', { path: '/orders/{id}' }, { path: '/orders/{other}' }],
  ['sqlite', 'query', { sql: "select 'a  b'" }, { sql: "select 'a b'" }],
  ['sqlite', 'query', { sql: 'select "A" from t' }, { sql: 'select "a" from t' }],
  [
    'sqlite',
    'query',
    { sql: 'select a from t where id = :id', parameters: { id: 1 } },
    { sql: 'select a from t where id = :id', parameters: { id: 2 } },
  ],
  ['sqlite', 'query', { sql: 'select a from t', limit: 1 }, { sql: 'select a from t', limit: 2 }],
  ['sqlite', 'query', { sql: 'select 12' }, { sql: 'select 1 2' }],
  ['graphql', 'query', { query: '{ orders { id } }' }, { query: '{ orders { id name } }' }],
  [
    'graphql',
    'query',
    { query: '{ orders(text: "a  b") { id } }' },
    { query: '{ orders(text: "a b") { id } }' },
  ],
];

describe('what a call sends', () => {
  test.each(same)('%s.%s: %j and %j send the same', (name, action, one, other) => {
    expect(describeOf(name, action, one)).toEqual(describeOf(name, action, other));
  });

  test.each(different)('%s.%s: %j and %j do not', (name, action, one, other) => {
    expect(describeOf(name, action, one)).not.toEqual(describeOf(name, action, other));
  });

  test('an action that is not known sends its input', () => {
    expect(describeOf('http', 'toString', { path: '/a' })).toEqual({ path: '/a' });
    expect(describeOf('none', 'get', { path: '/a' })).toEqual({ path: '/a' });
  });

  test('a configuration keeps what decides about the content', () => {
    const config = {
      baseUrl: 'https://a.example/v1/',
      timeout: 9,
      rateLimit: { requests: 1 },
      headers: { A: '1' },
    };
    expect(describeConfig(config)).toEqual({ baseUrl: 'https://a.example/v1', headers: { A: '1' } });
  });
});
