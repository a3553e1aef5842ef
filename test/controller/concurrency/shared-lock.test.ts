import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedLock } from '../../../controller/concurrency/shared-lock.js';

/** An operation whose begin and end are noted, and that ends when `end` is called. */
function operation(name: string, events: string[]) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    events.push(`${name} begins`);
    await ended;
    events.push(`${name} ends`);
  };
  return { work, end };
}

test('an exclusive operation waits for the sharers, and later sharers wait for it', async () => {
  const lock = new SharedLock();
  const events: string[] = [];
  const [first, second, alone, late] = ['first', 'second', 'alone', 'late'].map((name) =>
    operation(name, events),
  );
  if (!first || !second || !alone || !late) throw new Error('four operations are needed');
  const all = [
    lock.share(first.work),
    lock.share(second.work),
    lock.exclusive(alone.work),
    lock.share(late.work),
  ];
  first.end();
  await turn();
  expect(events).toEqual(['first begins', 'second begins', 'first ends']);
  second.end();
  await turn();
  expect(events.slice(3)).toEqual(['second ends', 'alone begins']);
  alone.end();
  late.end();
  await Promise.all(all);
  expect(events.slice(5)).toEqual(['alone ends', 'late begins', 'late ends']);
});

test('exclusive operations run one after another, also after a failure', async () => {
  const lock = new SharedLock();
  const events: string[] = [];
  const failing = lock.exclusive(async () => {
    events.push('failing');
    throw new Error('as expected');
  });
  const next = lock.exclusive(async () => {
    events.push('next');
    return 7;
  });
  await expect(failing).rejects.toThrow('as expected');
  expect(await next).toBe(7);
  expect(await lock.share(async () => 8)).toBe(8);
  expect(events).toEqual(['failing', 'next']);
});
