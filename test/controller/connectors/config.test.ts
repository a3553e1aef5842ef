import { describe, expect, test } from 'vitest';
import {
  builtInConnectors,
  type Connector,
  configDefaults,
  validateConfig,
} from '../../../controller/connectors/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const [http] = builtInConnectors() as [Connector];
const baseUrl = 'https://api.example.com';
const reference = { secret: 'shop/api', key: 'token' };

test.each<JsonObject>([
  { baseUrl },
  { baseUrl: 'http://127.0.0.1:7421/shop', timeout: 5, headers: { a: 'b', c: reference }, query: { n: 1 } },
  { baseUrl, auth: { type: 'bearer', token: reference } },
  { baseUrl, auth: { type: 'basic', username: 'svc', password: reference } },
  { baseUrl, auth: { type: 'basic', username: reference, password: reference } },
  { baseUrl, auth: { type: 'apiKey', in: 'header', name: 'X-API-Key', value: reference } },
])('%j is fine', (config) => {
  expect(validateConfig(http, config)).toEqual([]);
});

test.each([
  ['a missing address', {}, '', '`baseUrl` is missing'],
  ['an address that is none', { baseUrl: 'api' }, '/baseUrl', 'must be an http or https address'],
  ['a user in the address', { baseUrl: 'https://u:p@example.com' }, '/baseUrl', 'must be'],
  ['an unknown field', { baseUrl, timeOut: 1 }, '/timeOut', 'unknown field'],
  ['a timeout that is none', { baseUrl, timeout: 0 }, '/timeout', 'must be at least'],
  [
    'half a reference',
    { baseUrl, auth: { type: 'bearer', token: { secret: 'a' } } },
    '/auth/token',
    '`key` is missing',
  ],
])('%s is found', (_, config, pointer, message) => {
  const found = validateConfig(http, config as JsonObject);
  expect(found).toMatchObject([{ pointer, message: expect.stringContaining(message) }]);
});

test('an unknown field gets the nearest name', () => {
  expect(validateConfig(http, { baseUrl, timeOut: 1 })[0]?.hint).toBe('Did you mean `timeout`?');
});

describe('a credential written in the file', () => {
  test.each([
    [{ type: 'bearer', token: 'hunter2' }, '/auth/token'],
    [{ type: 'basic', username: 'u', password: 'hunter2' }, '/auth/password'],
    [{ type: 'apiKey', in: 'query', name: 'k', value: 'hunter2' }, '/auth/value'],
  ])('%j is refused, and not repeated', (auth, pointer) => {
    const found = validateConfig(http, { baseUrl, auth });
    expect(found).toMatchObject([{ pointer, message: 'is a credential: it must not be written here' }]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});

test('defaults fill what the configuration leaves out', () => {
  expect(configDefaults(http, { baseUrl })).toEqual({ baseUrl, timeout: 30 });
  expect(configDefaults(http, { baseUrl, timeout: 5 })).toEqual({ baseUrl, timeout: 5 });
});

test('every action and every field says what it is for', () => {
  for (const action of Object.values(http.actions)) {
    expect(action.description).not.toBe('');
    for (const field of Object.values((action.input as JsonObject)['properties'] as JsonObject)) {
      expect(field).toMatchObject({ title: expect.any(String), description: expect.any(String) });
    }
  }
});
