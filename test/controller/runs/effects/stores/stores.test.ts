import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compileStore } from '../../../../../controller/kinds/store/compile.js';
import type { StoreRequest } from '../../../../../controller/runs/effects/stores/store-changes.js';
import { Stores } from '../../../../../controller/runs/effects/stores/stores.js';
import type { Storage } from '../../../../../controller/storage/index.js';
import type { Json, JsonObject } from '../../../../../schemas/json/types.js';
import { openStorage } from '../../../storage/engines.js';

const maxValueSize = 10_000;
let directory: string;
let storage: Storage;
let stores: Stores;
let now: number;
let steps: number;
const reported: unknown[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-stores-'));
  now = 1_000_000;
  steps = 0;
  reported.length = 0;
  storage = await openStorage(join(directory, 'svc.db'));
  stores = open();
});

afterEach(async () => {
  await stores.stopCleaning();
  await storage.close();
  rmSync(directory, { recursive: true });
  expect(reported).toEqual([]);
});

function open(): Stores {
  return new Stores(storage, { maxValueSize, now: () => now, report: (error) => reported.push(error) });
}

function rules(definition: JsonObject = {}): StoreRequest['rules'] {
  const { compiled, findings } = compileStore({ kind: 'store', name: 'seen', ...definition });
  if (!compiled) throw new Error(JSON.stringify(findings));
  return compiled;
}

const anything = rules();

function perform(
  action: StoreRequest['action'],
  input: JsonObject,
  more: Partial<StoreRequest> = {},
): Promise<Json> {
  const idempotencyKey = `run-1:/do/${steps++}/x`;
  return stores.perform({
    branch: 'main',
    store: 'seen',
    rules: anything,
    runId: 'run-1',
    idempotencyKey,
    action,
    input,
    ...more,
  });
}

const set = (key: string, value: Json, more: Partial<StoreRequest> = {}) =>
  perform('set', { key, value }, more);
const get = (key: string, more: Partial<StoreRequest> = {}) => perform('get', { key }, more);

async function keys(more: Partial<StoreRequest> = {}): Promise<string[]> {
  const { entries } = (await perform('list', {}, more)) as { entries: { key: string }[] };
  return entries.map(({ key }) => key);
}

describe('an entry', () => {
  test('can be read until it is deleted; setting and deleting report if the key had a value', async () => {
    expect(await get('a')).toBeNull();
    expect(await set('a', { n: [1, null] })).toEqual({ created: true });
    expect(await set('a', { n: [2] })).toEqual({ created: false });
    expect(await get('a')).toEqual({ n: [2] });
    expect(await perform('delete', { key: 'a' })).toEqual({ deleted: true });
    expect(await perform('delete', { key: 'a' })).toEqual({ deleted: false });
    expect(await get('a')).toBeNull();
  });

  test('is still there after a restart of the process', async () => {
    await set('a', 'kept');
    const other = await openStorage(join(directory, 'svc.db'));
    const again = new Stores(other, { maxValueSize, report: (error) => reported.push(error) });
    const request = { branch: 'main', store: 'seen', rules: anything, runId: 'r', idempotencyKey: 'r:1' };
    expect(await again.perform({ ...request, action: 'get', input: { key: 'a' } })).toBe('kept');
    await other.close();
  });

  test('is not visible in another store or on another branch', async () => {
    await set('a', 1);
    expect(await get('a', { store: 'other' })).toBeNull();
    expect(await get('a', { branch: 'preview' })).toBeNull();
    expect(await keys({ branch: 'preview' })).toEqual([]);
  });

  test('reads back unchanged for any JSON value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }),
        fc.jsonValue({ maxDepth: 3 }),
        async (key, value) => {
          await set(key, value as Json);
          expect(await get(key)).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('listing', () => {
  beforeEach(() => Promise.all(['b', 'a/1', 'a/2', 'a/3', 'ä'].map((key) => set(key, key.length))));

  test('returns the entries with a prefix in the order of their keys, page by page', async () => {
    expect(await keys()).toEqual(['a/1', 'a/2', 'a/3', 'b', 'ä']);
    expect(await perform('list', { prefix: 'a/', limit: 2 })).toEqual({
      entries: [
        { key: 'a/1', value: 3 },
        { key: 'a/2', value: 3 },
      ],
      more: true,
    });
    expect(await perform('list', { prefix: 'a/', limit: 2, after: 'a/2' })).toEqual({
      entries: [{ key: 'a/3', value: 3 }],
      more: false,
    });
    expect(await perform('list', { prefix: 'c' })).toEqual({ entries: [], more: false });
  });

  test('ends the page before it is too large', async () => {
    for (const key of ['z1', 'z2', 'z3']) await set(key, 'x'.repeat(4_000));
    const listed = (await perform('list', { prefix: 'z' })) as { entries: Json[]; more: boolean };
    expect([listed.entries.length, listed.more]).toEqual([2, true]);
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(maxValueSize);
  });
});

describe('expiry', () => {
  test('an entry is gone when its `ttl` has passed, and setting it again creates it', async () => {
    const store = { rules: rules({ ttl: 'PT10S' }) };
    await set('a', 1, store);
    await perform('set', { key: 'b', value: 2, ttl: { seconds: 30 } }, store);
    now += 9_999;
    expect(await keys(store)).toEqual(['a', 'b']);
    now += 1;
    expect([await get('a', store), await get('b', store)]).toEqual([null, 2]);
    expect(await keys(store)).toEqual(['b']);
    expect(await perform('delete', { key: 'a' }, store)).toEqual({ deleted: false });
    expect(await set('a', 3, store)).toEqual({ created: true });
  });

  test('writing an entry again restarts its `ttl`', async () => {
    const store = { rules: rules({ ttl: 'PT10S' }) };
    await perform('increment', { key: 'n' }, store);
    now += 9_000;
    await perform('increment', { key: 'n' }, store);
    now += 9_000;
    expect(await get('n', store)).toBe(2);
    now += 1_000;
    expect(await perform('increment', { key: 'n' }, store)).toBe(1);
  });

  test('expired entries and steps of ended runs are removed in the background', async () => {
    await perform('set', { key: 'a', value: 1, ttl: 'PT1S' });
    await set('b', 2);
    now += 1_000;
    stores.startCleaning(5);
    const left = async () => [
      (await storage.db.selectFrom('store_entries').select('key').execute()).map(({ key }) => key),
      (await storage.db.selectFrom('store_steps').select('id').execute()).length,
    ];
    await expect.poll(left).toEqual([['b'], 0]);
  });

  test('no timer is left when cleaning was started twice, as a restore does, and is stopped', async () => {
    const begun = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    stores.startCleaning();
    stores.startCleaning();
    await stores.stopCleaning();
    const timers = begun.mock.results.map(({ value }) => value);
    expect(timers).toHaveLength(2);
    expect(ended.mock.calls.flat()).toEqual(expect.arrayContaining(timers));
  });
});

describe('the number of entries', () => {
  test('stays at `maxEntries`: the entry that was written longest ago is removed', async () => {
    const store = { rules: rules({ maxEntries: 3 }) };
    for (const key of ['a', 'b', 'c']) await set(key, 1, store);
    await set('a', 2, store);
    await set('d', 1, store);
    expect(await keys(store)).toEqual(['a', 'c', 'd']);
    stores = open();
    await set('e', 1, store);
    expect(await keys(store)).toEqual(['a', 'd', 'e']);
  });

  test('stays at `maxEntries` with concurrent changes, which keep the last entries', async () => {
    const store = { rules: rules({ maxEntries: 5 }) };
    await Promise.all(Array.from({ length: 40 }, (_, index) => set(`k${index + 10}`, index, store)));
    expect(await keys(store)).toEqual(['k45', 'k46', 'k47', 'k48', 'k49']);
  });

  test('does not count expired entries', async () => {
    const store = { rules: rules({ maxEntries: 2 }) };
    await set('old', 1, store);
    await perform('set', { key: 'brief', value: 1, ttl: 'PT1S' }, store);
    now += 1_000;
    await set('new', 1, store);
    expect(await keys(store)).toEqual(['new', 'old']);
  });
});

describe('increments', () => {
  test('add up exactly when they are concurrent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: -1e6, max: 1e6 })), {
          minLength: 1,
          maxLength: 64,
        }),
        async (changes) => {
          await Promise.all([perform('delete', { key: 'a' }), perform('delete', { key: 'b' })]);
          const seen = await Promise.all(changes.map(([key, by]) => perform('increment', { key, by })));
          for (const key of ['a', 'b']) {
            let sum = 0;
            changes.forEach(([of, by], index) => {
              if (of !== key) return;
              sum += by;
              expect(seen[index]).toBe(sum);
            });
            const total = changes.some(([of]) => of === key) ? sum : null;
            expect(await get(key)).toBe(total);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of a repeated step count once and return the same number', async () => {
    const step = { idempotencyKey: 'run-1:/do/0/once' };
    expect(await perform('increment', { key: 'n', by: 5 }, step)).toBe(5);
    await perform('increment', { key: 'n' });
    stores = open();
    expect(await perform('increment', { key: 'n', by: 5 }, step)).toBe(5);
    const both = [perform('increment', { key: 'n' }, { idempotencyKey: 'x' })];
    both.push(perform('increment', { key: 'n' }, { idempotencyKey: 'x' }));
    expect(await Promise.all(both)).toEqual([7, 7]);
    expect(await get('n')).toBe(7);
  });

  test('a repeated step gets its first result, also where the store would refuse it now', async () => {
    const idempotencyKey = 'run-1:/do/0/add';
    expect(await perform('increment', { key: 'a' }, { idempotencyKey })).toBe(1);
    await set('a', 'text');
    expect(await perform('increment', { key: 'a' }, { idempotencyKey })).toBe(1);
    // Those of the same moment are made as usual.
    const others = [
      perform('increment', { key: 'b' }),
      perform('increment', { key: 'a' }, { idempotencyKey }),
    ];
    expect(await Promise.all(others)).toEqual([1, 1]);
    expect(await get('a')).toBe('text');
  });

  test('a repeated `set` does not undo later changes', async () => {
    const step = { idempotencyKey: 'run-1:/do/0/once' };
    await set('a', 1, step);
    await set('a', 2);
    expect(await set('a', 1, step)).toEqual({ created: true });
    expect(await get('a')).toBe(2);
  });
});

describe('an invalid step is refused and changes nothing', () => {
  const whole = { rules: rules({ schema: { type: 'integer', maximum: 3 } }) };

  test('a value that does not fit the schema, with the pointer', async () => {
    await expect(set('a', 'x', whole)).rejects.toThrow('does not fit the schema: `/` must be integer');
    await perform('increment', { key: 'a', by: 3 }, whole);
    const results = await Promise.allSettled([
      perform('increment', { key: 'a' }, whole),
      set('b', 2, whole),
      perform('increment', { key: 'b' }, whole),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect([await get('a'), await get('b')]).toEqual([3, 3]);
  });

  test.each<[StoreRequest['action'], JsonObject, string]>([
    ['get', { key: '' }, '`key` must have 1 to 512 characters'],
    ['get', { key: 7 }, '`key` must be a string, not `7`; `tostring` makes it one'],
    ['get', { key: 'x'.repeat(513) }, 'not 513'],
    ['get', { key: 'a\u0000b' }, 'control characters'],
    ['get', { key: '\ud800' }, 'not text'],
    ['set', { key: 'a', value: 'x'.repeat(maxValueSize) }, '`Limits.TaskOutput` allows 10000'],
    ['set', { key: 'a', value: 1, ttl: 'soon' }, '`ttl` is not an ISO 8601 duration'],
    ['set', { key: 'a', value: 1, ttl: 'PT0S' }, '`ttl` must be longer than 0'],
    ['increment', { key: 'a', by: '1' }, '`by` must be a number'],
    ['increment', { key: 'text' }, 'the value of `text` is not a number'],
    ['list', { limit: 0 }, '`limit` must be a whole number from 1 to 1000'],
    ['list', { limit: 1.5 }, '`limit`'],
    ['list', { prefix: null }, '`prefix` must be a string'],
  ])('%s %j', async (action, input, message) => {
    await set('text', 'text');
    await expect(perform(action, input)).rejects.toThrow(message);
    expect(await keys()).toEqual(['text']);
  });
});
