import { expect, test } from 'vitest';
import { type Behaviour, pruneData } from '../../../../controller/rehearsal/recording/prune-data.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';

/** Prunes for a flow that hands on what `getOutput` gives, and whose expressions have these words. */
async function prune(definition: JsonObject, words: string[], getOutput: (definition: JsonObject) => Json) {
  const perform = async (own: JsonObject): Promise<Behaviour> => ({
    outcome: { status: 'completed', output: getOutput(own) },
    calls: [],
  });
  const options = { words: new Set(words), perform, isOver: () => false };
  return (await pruneData(definition, options)).definition;
}

test('members that no expression names go, of the input, of answers, and of each item of a list', async () => {
  const definition = {
    input: { order: 'o-1', note: 'unread' },
    given: [
      { call: 'shop.get', answer: { lines: [{ sku: 'a', shelf: 9 }, { shelf: 8 }], colour: 'red' } },
      { call: 'shop.put', fault: { type: 'communication', status: 503, detail: 'unread' } },
    ],
  };
  expect(await prune(definition, ['order', 'lines', 'sku'], () => null)).toEqual({
    input: { order: 'o-1' },
    given: [
      { call: 'shop.get', answer: { lines: [{ sku: 'a' }, {}] } },
      { call: 'shop.put', fault: { type: 'communication', status: 503 } },
    ],
  });
});

test('a member that the flow needs without naming it stays, and what is beside it goes', async () => {
  const definition = { input: { a: { deep: 1, other: 2 }, b: 3 } };
  const getDeep = ({ input }: JsonObject): Json =>
    ((input as JsonObject)['a'] as JsonObject | undefined)?.['deep'] ?? 'none';
  expect(await prune(definition, [], getDeep)).toEqual({ input: { a: { deep: 1 } } });
});

test('an input of very many members is pruned in one pass', async () => {
  const members = Array.from({ length: 150_000 }, (_, index) => [`m${index}`, index]);
  const definition = { input: { keep: true, ...Object.fromEntries(members) } };
  expect(await prune(definition, ['keep'], () => null)).toEqual({ input: { keep: true } });
});
