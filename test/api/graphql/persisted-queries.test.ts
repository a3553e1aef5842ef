import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PersistedQueries } from '../../../api/graphql/persisted-queries.js';
import { GraphService } from './graph-service.js';

let service: GraphService;

beforeAll(async () => {
  service = await GraphService.start();
});
afterAll(() => service.stop());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const named = (query: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(query) } });

async function get(parameters: Record<string, string>, accept = 'application/json') {
  const answer = await fetch(`${service.url}/graphql?${new URLSearchParams(parameters)}`, {
    headers: { 'x-api-key': service.apiKey, accept },
  });
  return { status: answer.status, ...((await answer.json()) as { data: unknown; errors?: object[] }) };
}

test('a query is sent once and then named by its hash, by POST and by GET', async () => {
  const query = 'query ($name: String!) { flow(name: $name) { name } }';
  const variables = { name: 'restock' };
  const extensions = named(query);

  const unknown = await service.post({ extensions, variables });
  expect(unknown.errors).toEqual([
    expect.objectContaining({
      message: 'PersistedQueryNotFound',
      extensions: expect.objectContaining({ code: 'persisted_query_not_found', status: 404 }),
    }),
  ]);
  const sent = await service.post({ query, extensions, variables });
  expect(sent).toEqual({ data: { flow: { name: 'restock' } } });
  expect(await service.post({ extensions, variables })).toEqual(sent);
  const parameters = { extensions: JSON.stringify(extensions), variables: JSON.stringify(variables) };
  expect(await get(parameters)).toEqual({ status: 200, ...sent });
});

test('the status of an unknown hash follows the accepted media type', async () => {
  const extensions = JSON.stringify(named('{ never: __typename }'));
  expect((await get({ extensions })).status).toBe(200);
  expect((await get({ extensions }, 'application/graphql-response+json')).status).toBe(400);
});

test('a hash of another query and a malformed hash are refused, and not kept', async () => {
  const extensions = named('{ a: __typename }');
  const other = await service.post({ query: '{ b: __typename }', extensions });
  expect(other.errors?.[0]).toMatchObject({ extensions: { code: 'query_invalid' } });
  const unknown = await service.post({ extensions });
  expect(unknown.errors?.[0]?.extensions.code).toBe('persisted_query_not_found');
  const malformed = await service.post({ extensions: { persistedQuery: { version: 2, sha256Hash: 'x' } } });
  expect(malformed.errors?.[0]?.extensions.code).toBe('query_invalid');
});

test('a named query has the limits of any other', async () => {
  const query = '{ flows(first: 200) { nodes { runs(first: 200) { nodes { id } } } } }';
  const extensions = named(query);
  await service.post({ query, extensions });
  const { errors } = await service.post({ extensions });
  expect(errors?.[0]?.extensions.code).toBe('query_too_large');
});

test('the queries used longest ago are forgotten', () => {
  const queries = new PersistedQueries();
  const large = (sign: string) => `{ __typename } # ${sign.repeat(3 * 1024 * 1024)}`;
  for (const sign of ['a', 'b']) queries.complete(large(sign), named(large(sign)));
  expect(queries.complete(undefined, named(large('a')))).toBe(large('a'));
  queries.complete(large('c'), named(large('c')));
  expect(() => queries.complete(undefined, named(large('b')))).toThrow('PersistedQueryNotFound');
  expect(queries.complete(undefined, named(large('a')))).toBe(large('a'));
});
