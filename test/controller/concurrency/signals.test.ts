import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import {
  JoinedSignal,
  LateSignal,
  TimeLimit,
  untilAborted,
  within,
} from '../../../controller/concurrency/signals.js';
import { eventually } from '../git/git-fixture.js';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a limit that only its signal is left of is not forgotten', async () => {
  const closing = new AbortController();
  const getSignal = () => new TimeLimit(100, closing.signal).signal;
  let reason: unknown;
  const listen = (signal: AbortSignal) =>
    signal.addEventListener('abort', () => {
      reason = signal.reason;
    });
  listen(getSignal());
  await eventually(async () => {
    await setImmediate();
    collectGarbage();
    return reason !== undefined;
  });
  expect(reason).toMatchObject({ name: 'TimeoutError' });
});

test('the work is told by the other signal, with its reason', async () => {
  const other = new AbortController();
  const work = within(60_000, other.signal, (signal) => ended(signal));
  other.abort('enough');
  expect(await work).toBe('enough');
});

test('a signal that has aborted before is seen at once', async () => {
  expect(await within(60_000, AbortSignal.abort('before'), async ({ reason }) => reason)).toBe('before');
});

test('nothing is left of a limit when the work has ended', async () => {
  const other = new AbortController();
  const { signal, done } = await within(1, other.signal, async (signal) => ({ signal, done: true }));
  expect(done).toBe(true);
  other.abort('late');
  expect(signal.aborted).toBe(false);
});

test('a signal that lives on does not remember those that were joined to it', async () => {
  const service = new AbortController();
  const joined = new JoinedSignal(service.signal, new AbortController().signal);
  expect(getEventListeners(service.signal, 'abort')).toHaveLength(1);
  joined.release();
  expect(getEventListeners(service.signal, 'abort')).toHaveLength(0);
  service.abort();
  expect(joined.signal.aborted).toBe(false);
});

test('what the work throws is thrown on', async () => {
  await expect(within(60_000, undefined, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
});

function ended(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
}

test('a late signal that is asked for after its end has aborted, with the first reason', () => {
  const late = new LateSignal();
  late.throwIfAborted();
  late.abort('first');
  late.abort('second');
  expect(late.signal).toMatchObject({ aborted: true, reason: 'first' });
  expect(() => late.throwIfAborted()).toThrow('first');
});

test('a late signal that was asked for before tells its listeners', () => {
  const late = new LateSignal();
  const reasons: unknown[] = [];
  const { signal } = late;
  signal.addEventListener('abort', () => reasons.push(signal.reason));
  expect(late.signal).toBe(signal);
  late.abort('over');
  expect(reasons).toEqual(['over']);
});

test('a late signal tells its own listeners once, and not those that left', () => {
  const late = new LateSignal();
  const told: string[] = [];
  const stays = () => told.push(`stays ${late.aborted} ${late.reason}`);
  const leaves = () => told.push('leaves');
  late.addEventListener('abort', stays);
  late.addEventListener('abort', leaves);
  late.removeEventListener('abort', leaves);
  late.abort('over');
  late.abort('again');
  late.addEventListener('abort', leaves);
  expect(told).toEqual(['stays true over']);
});

test('a listener of a late signal that another one removed is not called', () => {
  const service = new LateSignal();
  const first = new JoinedSignal(service);
  const second = new JoinedSignal(service);
  first.addEventListener('abort', () => second.release());
  service.abort();
  expect([first.aborted, second.aborted]).toEqual([true, false]);
});

test('work that waits on a late signal ends with its reason, and leaves nothing behind', async () => {
  const late = new LateSignal();
  expect(await untilAborted(Promise.resolve('done'), late)).toBe('done');
  const waiting = untilAborted(new Promise(() => {}), late);
  late.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  await expect(untilAborted(new Promise(() => {}), late)).rejects.toThrow('over');
});

test('a joined signal aborts with a late one, and has the reason of an AbortController where none is given', () => {
  const service = new LateSignal();
  const joined = new JoinedSignal(service);
  const released = new JoinedSignal(service);
  released.release();
  service.abort();
  expect(joined.signal.reason).toMatchObject({ name: 'AbortError' });
  expect(joined.reason).toBe(service.reason);
  expect(released.aborted).toBe(false);
});
