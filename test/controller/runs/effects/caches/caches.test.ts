import { beforeEach, describe, expect, test } from 'vitest';
import { compileCachePolicy } from '../../../../../controller/kinds/cache-policy/compile.js';
import {
  type CacheOptions,
  Caches,
  type Question,
} from '../../../../../controller/runs/effects/caches/caches.js';
import type { Json, JsonObject } from '../../../../../schemas/json/types.js';

let now: number;
let caches: Caches;
let asked: number;
let logged: string[];

beforeEach(() => {
  now = 1_000_000;
  asked = 0;
  logged = [];
  caches = open();
});

function open(options: Partial<CacheOptions> = {}): Caches {
  return new Caches({ maxAnswerBytes: 1_000, now: () => now, ...options });
}

function policy(definition: JsonObject = {}, identity = 'main/rates@1'): Question['policy'] {
  const { compiled, findings } = compileCachePolicy({ ttl: 'PT10S', ...definition });
  if (!compiled) throw new Error(JSON.stringify(findings));
  return { name: 'rates', identity, rules: compiled };
}

const usual = policy();
const refused = new Error('refused');

function question(input: Json, more: Partial<Question> = {}): Question {
  const ask = async () => ({ answer: ++asked });
  return {
    policy: usual,
    about: ['shop.get'],
    input,
    signal: new AbortController().signal,
    mayShare: true,
    ask,
    refresh: more.ask ?? ask,
    isAnswer: (error) => error === refused,
    log: (level, message) => logged.push(`${level} ${message}`),
    ...more,
  };
}

const answer = (input: Json, more?: Partial<Question>) => caches.answer(question(input, more));

/** An `ask` that answers when the test says so. */
function slow() {
  const asks: { signal: AbortSignal; resolve(value: Json): void; reject(error: unknown): void }[] = [];
  const ask = (signal: AbortSignal) =>
    new Promise<Json>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      asks.push({ signal, resolve, reject });
    });
  return { asks, ask };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a fresh answer', () => {
  test('is returned again, and the log names the policy and the age', async () => {
    expect(await answer({ a: 1, b: 2 })).toEqual({ answer: 1 });
    now += 4_200;
    expect(await answer({ b: 2, a: 1 })).toEqual({ answer: 1 });
    expect(logged).toEqual(['info answered from cache-policy rates, age 4.2 s']);
  });

  test('cannot be changed by an earlier asker', async () => {
    await answer('a');
    ((await answer('a')) as JsonObject)['answer'] = 'changed';
    expect(await answer('a')).toEqual({ answer: 1 });
  });

  test('is not returned after `ttl`', async () => {
    await answer('a');
    now += 10_000;
    expect(await answer('a')).toEqual({ answer: 2 });
    expect(logged).toEqual([]);
  });

  test.each<[string, Json, Partial<Question>]>([
    ['another input', 'b', {}],
    ['another thing asked', 'a', { about: ['shop.list'] }],
    ['another version of the policy', 'a', { policy: policy({}, 'main/rates@2') }],
  ])('is not given to %s', async (_, input, more) => {
    await answer('a');
    expect(await answer(input, more)).toEqual({ answer: 2 });
  });
});

describe('the key', () => {
  test('distinguishes calls by the policy’s `key`', async () => {
    const by = { policy: policy({ key: '.id' }) };
    await answer({ id: 1, at: 1 }, by);
    expect(await answer({ id: 1, at: 2 }, by)).toEqual({ answer: 1 });
    expect(await answer({ id: 2, at: 2 }, by)).toEqual({ answer: 2 });
  });

  test('that is null or fails bypasses the cache', async () => {
    const by = { policy: policy({ key: '.id' }) };
    await answer({}, by);
    expect(await answer({}, by)).toEqual({ answer: 2 });
    expect(await answer('text', by)).toEqual({ answer: 3 });
    expect(await answer('text', by)).toEqual({ answer: 4 });
    expect(logged[0]).toContain('warn cache-policy rates was left out: its `key` failed');
  });
});

describe('a stale answer', () => {
  const stale = { policy: policy({ staleWhileRevalidate: 'PT20S' }) };

  test('is returned at once while one call fetches a new one', async () => {
    await answer('a', stale);
    now += 12_000;
    const { asks, ask } = slow();
    const more = { ...stale, ask };
    expect(await Promise.all([answer('a', more), answer('a', more)])).toEqual([{ answer: 1 }, { answer: 1 }]);
    expect(logged[0]).toBe('info answered from cache-policy rates, age 12 s, stale');
    expect(asks).toHaveLength(1);
    asks[0]?.resolve('new');
    await settle();
    expect(await answer('a', more)).toBe('new');
    expect(asks).toHaveLength(1);
  });

  test('stays when fetching fails; the log says why, and the next call tries again', async () => {
    await answer('a', stale);
    now += 12_000;
    let attempts = 0;
    const ask = async () => {
      attempts++;
      throw refused;
    };
    await answer('a', { ...stale, ask });
    await settle();
    expect(await answer('a', { ...stale, ask })).toEqual({ answer: 1 });
    expect(logged[1]).toBe('warn cache-policy rates could not fetch a new answer: refused');
    await settle();
    expect(attempts).toBe(2);
    now += 20_000;
    await expect(answer('a', { ...stale, ask })).rejects.toBe(refused);
  });
});

describe('the same question at the same time', () => {
  test('is asked once', async () => {
    const { asks, ask } = slow();
    const all = Promise.all(Array.from({ length: 20 }, () => answer('a', { ask })));
    expect(asks).toHaveLength(1);
    asks[0]?.resolve({ n: 1 });
    expect(new Set(await all).size).toBe(20);
    expect(await answer('a')).toEqual({ n: 1 });
  });

  test('shares an error that is an answer, and does not cache it', async () => {
    const { asks, ask } = slow();
    const all = Promise.allSettled([answer('a', { ask }), answer('a', { ask })]);
    asks[0]?.reject(refused);
    expect(await all).toMatchObject([{ reason: refused }, { reason: refused }]);
    expect(await answer('a')).toEqual({ answer: 1 });
  });

  test('is still answered for the others when the first asker stops', async () => {
    const { asks, ask } = slow();
    const first = new AbortController();
    const gone = answer('a', { ask, signal: first.signal });
    const stays = answer('a', { ask });
    first.abort(new Error('cancelled'));
    await expect(gone).rejects.toThrow('cancelled');
    expect(asks[0]?.signal.aborted).toBe(false);
    asks[0]?.resolve('late');
    expect(await stays).toBe('late');
  });

  test('is aborted when all askers have stopped', async () => {
    const { asks, ask } = slow();
    const both = [new AbortController(), new AbortController()];
    const gone = Promise.allSettled(both.map(({ signal }) => answer('a', { ask, signal })));
    for (const each of both) each.abort(new Error('cancelled'));
    await gone;
    expect(asks[0]?.signal.aborted).toBe(true);
  });

  test('is asked by the next asker when the first fails without an answer', async () => {
    const { asks, ask } = slow();
    const first = answer('a', { ask });
    const second = answer('a', { ask });
    asks[0]?.reject(new Error('put away'));
    await expect(first).rejects.toThrow('put away');
    await settle();
    asks[1]?.resolve('second');
    expect(await second).toBe('second');
  });

  test('is asked twice by askers that may not wait', async () => {
    const { asks, ask } = slow();
    const first = answer('a', { ask });
    const second = answer('a', { ask, mayShare: false });
    asks[1]?.resolve('own');
    expect(await second).toBe('own');
    asks[0]?.resolve('first');
    expect(await first).toBe('first');
  });
});

describe('the size', () => {
  test('stays at `maxEntries`: the least recently used answer is dropped', async () => {
    const few = { policy: policy({ maxEntries: 2 }) };
    for (const input of ['a', 'b', 'a', 'c']) await answer(input, few);
    expect(asked).toBe(3);
    expect(await answer('a', few)).toEqual({ answer: 1 });
    expect(await answer('b', few)).toEqual({ answer: 4 });
  });

  test('is limited over all policies, and the least recently used policy loses answers first', async () => {
    caches = open({ maxTotalSize: 100 });
    const ask = async () => 'x'.repeat(40);
    const [old, young] = [
      { policy: policy({}, 'old'), ask },
      { policy: policy({}, 'young'), ask },
    ];
    await answer('a', old);
    await answer('a', young);
    await answer('b', young);
    await answer('a', { policy: young.policy });
    await answer('b', { policy: young.policy });
    expect(asked).toBe(0);
    await answer('a', { policy: old.policy });
    expect(asked).toBe(1);
  });

  test('does not include an answer that is too long', async () => {
    const ask = async () => 'x'.repeat(1_000);
    await answer('a', { ask });
    expect(await answer('a')).toEqual({ answer: 1 });
  });
});
