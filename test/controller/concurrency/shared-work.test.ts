import { expect, test } from 'vitest';
import { SharedWork } from '../../../controller/concurrency/shared-work.js';

function startable() {
  const shared = new SharedWork<string>();
  const started: { signal: AbortSignal; resolve: (value: string) => void; reject: (error: Error) => void }[] =
    [];
  const call = (signal = new AbortController().signal, key = 'a') =>
    shared.run(
      key,
      signal,
      (own) => new Promise((resolve, reject) => started.push({ signal: own, resolve, reject })),
    );
  return { started, call };
}

test('concurrent calls share one operation, and later calls start another', async () => {
  const { started, call } = startable();
  const calls = [call(), call(), call()];
  expect(started).toHaveLength(1);
  started[0]?.resolve('one');
  expect(await Promise.all(calls)).toEqual(['one', 'one', 'one']);
  const later = call();
  expect(started).toHaveLength(2);
  started[1]?.resolve('two');
  expect(await later).toBe('two');
});

test('other keys have operations of their own', async () => {
  const { started, call } = startable();
  const calls = [call(), call(undefined, 'b')];
  for (const [index, { resolve }] of started.entries()) resolve(String(index));
  expect(await Promise.all(calls)).toEqual(['0', '1']);
});

test('a failure reaches all callers and is not kept', async () => {
  const { started, call } = startable();
  const calls = [call(), call()];
  started[0]?.reject(new Error('refused'));
  for (const each of calls) await expect(each).rejects.toThrow('refused');
  const again = call();
  started[1]?.resolve('ok');
  expect(await again).toBe('ok');
});

test('the caller that started the operation can leave without harm to the others', async () => {
  const { started, call } = startable();
  const first = new AbortController();
  const calls = [call(first.signal), call()];
  first.abort(new Error('cancelled'));
  await expect(calls[0]).rejects.toThrow('cancelled');
  expect(started[0]?.signal.aborted).toBe(false);
  started[0]?.resolve('ok');
  expect(await calls[1]).toBe('ok');
});

test('the operation ends when all callers have left', async () => {
  const { started, call } = startable();
  const only = new AbortController();
  const left = call(only.signal);
  only.abort(new Error('cancelled'));
  await expect(left).rejects.toThrow('cancelled');
  expect(started[0]?.signal.aborted).toBe(true);
  const next = call();
  started[1]?.resolve('ok');
  expect(await next).toBe('ok');
});
