import { GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql';
import { expect, test } from 'vitest';
import { getResults } from '../../../api/graphql/subscriptions/results.js';
import type { CallScope } from '../../../api/graphql/types/call-scope.js';

const empty = new GraphQLObjectType({ name: 'Query', fields: { ok: { type: GraphQLString } } });

/** A subscription to numbers without an end. */
function endless() {
  const seen = { taken: 0, ended: false, scopes: 0 };
  async function* numbers() {
    try {
      for (;;) yield { tick: String(++seen.taken) };
    } finally {
      seen.ended = true;
    }
  }
  const tick = { type: GraphQLString, subscribe: numbers };
  const subscription = new GraphQLObjectType({ name: 'Subscription', fields: { tick } });
  const results = getResults({
    schema: new GraphQLSchema({ query: empty, subscription }),
    document: parse('subscription { tick }'),
    parameters: { query: '' },
    method: 'POST',
    scope: () => {
      seen.scopes += 1;
      return {} as CallScope;
    },
  });
  return { results, seen };
}

test('the next event is taken only when its result is asked for', async () => {
  const { results, seen } = endless();
  expect((await results.next()).value).toEqual({ data: { tick: '1' } });
  expect(seen.taken).toBe(1);
  await results.next();
  expect(seen.taken).toBe(2);
});

test('a client that goes away ends the source, and results share nothing', async () => {
  const { results, seen } = endless();
  await results.next();
  await results.next();
  await results.return(undefined);
  expect(seen).toMatchObject({ ended: true, scopes: 3 });
});
