import { expect, test } from 'vitest';
import { ComputationLost, computeInThread, endComputing } from '../../../controller/concurrency/computing.js';
import type { Json } from '../../../schemas/json/types.js';

const module = 'test/controller/concurrency/sample-computation';

test('a computation in a thread gets its argument and gives its result', async () => {
  expect(await computeInThread(module, { double: 21 })).toBe(42);
});

test('a computation that takes too long is lost with the reason, and the next one is answered', async () => {
  const lost = computeInThread(module, { forever: true }, undefined, 200);
  await expect(lost).rejects.toThrow(
    new ComputationLost('it took longer than 0.2 seconds; give it less data at a time'),
  );
  expect(await computeInThread(module, { double: 1 })).toBe(2);
});

test('a computation that takes too much memory is lost with the reason', async () => {
  await expect(computeInThread(module, { memory: true })).rejects.toThrow(
    'it needed more than 544 MB of memory; ',
  );
});

test('a computation that throws is lost with the error as its cause', async () => {
  const error = await computeInThread(module, { fail: 'on purpose' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ComputationLost);
  expect((error as Error).cause).toMatchObject({ message: 'on purpose' });
});

test('an argument that cannot be copied is refused before any thread has it', async () => {
  let deep: Json = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  await expect(computeInThread(module, deep)).rejects.toThrow('its input is nested too deeply');
});

test('a result that cannot be copied is lost with the reason, and the thread goes on', async () => {
  await expect(computeInThread(module, { depth: 100_000 })).rejects.toThrow(
    'its result is nested too deeply',
  );
  expect(await computeInThread(module, { double: 3 })).toBe(6);
});

test('a value that repeats a text until it would fill the memory is refused before it is copied', async () => {
  const texts = Array.from({ length: 5_000 }, () => 'x'.repeat(10_000));
  await expect(computeInThread(module, texts)).rejects.toThrow('its input is larger than 32 MB; ');
  await expect(computeInThread(module, { repeat: 1_000_000 })).rejects.toThrow(
    'its result is larger than 32 MB; ',
  );
});

test('the end of all computing loses what is under way, and later computations are answered', async () => {
  const lost = expect(computeInThread(module, { forever: true })).rejects.toThrow('svc stops');
  await endComputing();
  await lost;
  expect(await computeInThread(module, { double: 4 })).toBe(8);
});

test('an abort ends the wait with its reason', async () => {
  const controller = new AbortController();
  const waiting = computeInThread(module, { forever: true }, controller.signal);
  controller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
});
