import { describe, expect, test, vi } from 'vitest';
import { FlowError } from '../../../controller/flows/index.js';
import { backoffDelay } from '../../../controller/flows/tasks/retry.js';
import { MemoryHost } from './memory-host.js';
import { plan } from './support.js';

/** Fails `times` times, then answers. */
function failing(times: number, status = 503) {
  let left = times;
  return new MemoryHost({
    instant: true,
    async invoke() {
      if (left-- > 0) throw new FlowError({ type: 'https://example.com/e', status });
      return 'done';
    },
  });
}

const policy = (retry: string) => `
do:
  - a:
      try: [ { call: { call: shop.get } } ]
      catch: { retry: ${retry} }`;

describe('back-off', () => {
  test.each([
    ['constant', [3, 3, 3, 3]],
    ['linear', [3, 6, 9, 12]],
    ['exponential', [3, 6, 12, 24]],
  ] as const)('%s', (backoff, delays) => {
    expect([1, 2, 3, 4].map((retry) => backoffDelay(3, backoff, retry))).toEqual(delays);
  });

  test('never grows beyond what a number can count', () => {
    expect(backoffDelay(1000, 'exponential', 5000)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

test.each([
  ['{ delay: PT3S, backoff: { exponential: {} }, limit: { attempt: { count: 5 } } }', [3000, 6000, 12_000]],
  ['{ delay: { seconds: 2 }, backoff: { linear: {} } }', [2000, 4000, 6000]],
  ['{ delay: PT1S, backoff: { constant: {} } }', [1000, 1000, 1000]],
  ['{ delay: PT1S }', [1000, 1000, 1000]],
  ['{}', []],
])('the delays of %s', async (retry, delays) => {
  const host = failing(3);
  await expect(plan(policy(retry)).execute({}, host)).resolves.toBe('done');
  expect(host.slept.map(([, ms]) => ms)).toEqual(delays);
});

test('jitter is added to the delay, and is the same on a replay', async () => {
  const compiled = plan(policy('{ delay: PT1S, jitter: { from: PT0.1S, to: PT0.5S } }'));
  const host = failing(2);
  await compiled.execute({}, host);
  for (const [, ms] of host.slept) {
    expect(ms).toBeGreaterThanOrEqual(1100);
    expect(ms).toBeLessThanOrEqual(1500);
  }
  host.flush();
  host.journal.sleeps.clear();
  const again = new MemoryHost({ instant: true, journal: host.journal });
  await compiled.execute({}, again);
  expect(again.slept).toEqual(host.slept);
});

test('the attempt limit counts retries, not the first attempt', async () => {
  const host = failing(9);
  const run = plan(policy('{ limit: { attempt: { count: 2 } } }')).execute({}, host);
  await expect(run).rejects.toMatchObject({ body: { status: 503 } });
  expect(host.performed).toEqual(['/do/0/a/try/0/call', '/do/0/a#2/try/0/call', '/do/0/a#3/try/0/call']);
});

test('a limit on the whole duration stops before a delay that would go beyond it', async () => {
  const host = failing(9);
  const run = plan(
    policy('{ delay: PT1S, backoff: { exponential: {} }, limit: { duration: PT2.5S } }'),
  ).execute({}, host);
  await expect(run).rejects.toMatchObject({ body: { status: 503 } });
  expect(host.slept.map(([, ms]) => ms)).toEqual([1000, 2000]);
});

test('an attempt that takes longer than its limit is a timeout, and is tried again', async () => {
  let calls = 0;
  const host = new MemoryHost({
    invoke: async (_connection, _action, _input, signal) => {
      if (++calls > 1) return 'done';
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return null;
    },
  });
  const output = await plan(policy('{ limit: { attempt: { count: 2, duration: PT0.02S } } }')).execute(
    {},
    host,
  );
  expect(output).toBe('done');
  expect(host.events.find(({ type }) => type === 'retried')?.error).toMatchObject({ status: 408 });
});

test.each([
  ['{ when: $error.status == 503 }', 503, 'done'],
  ['{ when: $error.status == 503 }', 500, 'fault'],
  ['{ exceptWhen: $error.status == 503 }', 503, 'fault'],
  ['{ exceptWhen: $error.status == 503 }', 500, 'done'],
])('the policy %s and status %d end as %s', async (retry, status, expected) => {
  const run = plan(policy(retry.replace(/: (\$.*) }/, ': "$1" }'))).execute({}, failing(1, status));
  await expect(run.catch(() => 'fault')).resolves.toBe(expected);
});

test('the timeline counts the attempts and says why', async () => {
  const host = failing(2);
  await plan(policy('{}')).execute({}, host);
  const seen = host.events.map(({ type, key, attempt }) => `${type} ${key} ${attempt}`);
  expect(seen).toEqual([
    'started /do/0/a 1',
    'started /do/0/a/try/0/call 1',
    'faulted /do/0/a/try/0/call 1',
    'retried /do/0/a#2 2',
    'started /do/0/a#2/try/0/call 2',
    'faulted /do/0/a#2/try/0/call 2',
    'retried /do/0/a#3 3',
    'started /do/0/a#3/try/0/call 3',
    'completed /do/0/a#3/try/0/call 3',
    'completed /do/0/a 1',
  ]);
});

describe('the pause that a server asks for', () => {
  const asking = (retryAfter: number) =>
    new MemoryHost({
      instant: true,
      invoke: vi
        .fn()
        .mockRejectedValueOnce(new FlowError({ type: 'https://example.com/e', status: 429, retryAfter }))
        .mockResolvedValue('done'),
    });

  test.each([
    ['{ delay: PT1S }', 30_000],
    ['{}', 30_000],
    ['{ delay: PT45S }', 45_000],
    ['{ delay: PT1S, jitter: { from: PT2S, to: PT2S } }', 32_000],
    ['{ delay: PT1S, limit: { duration: PT40S } }', 30_000],
  ])('with the policy %s makes the delay %s ms', async (retry, ms) => {
    const host = asking(30);
    await expect(plan(policy(retry)).execute({}, host)).resolves.toBe('done');
    expect(host.slept.map(([, slept]) => slept)).toEqual([ms]);
  });

  test('ends the retries at once when it exceeds the limit on the whole duration', async () => {
    const host = asking(30);
    const run = plan(policy('{ delay: PT1S, limit: { duration: PT20S } }')).execute({}, host);
    await expect(run).rejects.toMatchObject({ body: { status: 429, retryAfter: 30 } });
    expect(host.slept).toEqual([]);
  });
});
