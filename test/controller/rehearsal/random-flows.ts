import type { JsonObject } from '../../../schemas/json/types.js';

/** Returns whole numbers from 0 up to `below`. */
type Random = (below: number) => number;

/** Tasks nest so deep. */
const maxDepth = 3;

/**
 * The tasks of a flow with loops, forks, retries, waits, events, people, subflows, stores, secrets, time limits and faults. They keep an object as
 * their data, with the members `n` (a number) and `list` (a few numbers).
 */
export function randomTasks(random: Random, depth = 0): JsonObject[] {
  const count = 1 + random(depth === 0 ? 5 : 3);
  return Array.from({ length: count }, (_, index) => ({ [`t${index}`]: randomTask(random, depth) }));
}

function randomTask(random: Random, depth: number): JsonObject {
  const kinds = depth < maxDepth ? [...flat, ...nested] : flat;
  const task = (kinds[random(kinds.length)] as (random: Random, depth: number) => JsonObject)(random, depth);
  return { ...task, ...shaping(random, task['for'] !== undefined) };
}

/** Sometimes a condition, an input, an output and an export of the task. */
function shaping(random: Random, isLoop: boolean): JsonObject {
  return {
    ...(random(12) === 0 ? { if: `\${ (.n // 0) % 2 == ${random(2)} }` } : {}),
    ...(random(4) === 0
      ? { input: { from: `\${ { n: ((.n // 0) + ${random(9)}), list: [1, 2, 3] } }` } }
      : {}),
    ...(random(4) === 0 && !isLoop
      ? { output: { as: '${ { n: ((.n? // 0) + 1), was: ., at: $task.startedAt.epoch.milliseconds } }' } }
      : {}),
  };
}

const flat: ((random: Random, depth: number) => JsonObject)[] = [
  (random) => ({
    set: { n: `\${ ((.n? // 0) + ${random(5)}) }`, list: [random(9), random(9)], now: '${ now }' },
  }),
  (random) => ({
    set: { n: '${ $workflow.input.n + (.n? // 0) }', version: '${ $runtime.version }', size: random(100) },
  }),
  () => ({
    set: {
      n: 1,
      secret: '${ "Bearer " + $secrets.shop.token }',
      same: '${ $secrets.shop.token == $secrets.shop.copy }',
    },
  }),
  () => ({
    call: 'random:1.0.0@default',
    with: { type: 'integer', maximum: 1000 },
    output: { as: '${ { n: . } }' },
  }),
  request,
  request,
  (random) => ({ wait: { milliseconds: random(8) } }),
  () => ({ call: 'store/counts.increment', with: { key: 'all' }, output: { as: '${ { n: . } }' } }),
  () => ({
    run: { workflow: { namespace: 'test', name: 'child', version: '1.0.0', input: { n: '${ .n? // 0 }' } } },
  }),
  () => ({ emit: { event: { with: { type: 'test.noted.v1', data: { n: '${ .n? // 0 }' } } } } }),
  () => ({
    listen: { to: { one: { with: { type: 'test.news.v1' } } } },
    output: { as: '${ { n: 1, heard: . } }' },
  }),
  () => ({
    call: 'human-task@default',
    with: { title: 'Go on?', assignees: ['ada'] },
    output: { as: '${ { n: 2, answer: . } }' },
  }),
  (random) =>
    random(3) === 0
      ? { raise: { error: { type: 'https://example.com/errors/odd', status: 400, title: 'Odd' } } }
      : { set: { n: 7 } },
];

/** A call that answers after a while, or fails. */
function request(random: Random): JsonObject {
  return {
    call: 'http',
    with: {
      method: 'get',
      endpoint: `\${ "https://shop.test/items/${random(50)}?n=\\(.n? // 0)" }`,
    },
  };
}

const nested: ((random: Random, depth: number) => JsonObject)[] = [
  (random, depth) => ({ do: randomTasks(random, depth + 1) }),
  (random, depth) => ({
    for: { each: 'item', in: '${ [1, 2, 3] }' },
    do: randomTasks(random, depth + 1),
    ...(random(2) === 0 ? { metadata: { concurrency: 2 } } : {}),
    output: { as: '${ if type == "array" then { n: length, all: . } else . end }' },
  }),
  (random, depth) => ({
    fork: {
      compete: random(2) === 0,
      branches: Array.from({ length: 2 + random(2) }, (_, index) => ({
        [`b${index}`]: { do: randomTasks(random, depth + 1) },
      })),
    },
    output: { as: '${ if type == "array" then { n: length, all: . } else . end }' },
  }),
  (random, depth) => ({
    try: randomTasks(random, depth + 1),
    catch: {
      retry: { delay: { milliseconds: random(4) }, limit: { attempt: { count: 1 + random(2) } } },
      do: [{ repaired: { set: { n: 0, error: '${ $error.title? // "none" }' } } }],
    },
  }),
  (random, depth) => ({
    try: randomTasks(random, depth + 1),
    catch: { as: 'fault', do: [{ kept: { set: { n: 3, why: '${ $fault }' } } }] },
  }),
  (random, depth) => ({
    try: [
      {
        limited: { do: randomTasks(random, depth + 1), timeout: { after: { milliseconds: 5 + random(30) } } },
      },
    ],
    catch: { do: [{ late: { set: { n: 9 } } }] },
  }),
];
