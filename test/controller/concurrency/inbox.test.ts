import { expect, test } from 'vitest';
import { Inbox, missed } from '../../../controller/concurrency/inbox.js';

test('what arrives is read in order, before and while it is waited for, until the end', async () => {
  const inbox = new Inbox<number>();
  inbox.put(1);
  inbox.put(2);
  const read: unknown[] = [];
  for await (const item of inbox.drain(new AbortController().signal)) {
    read.push(item);
    if (item === 2) setImmediate(() => inbox.put(3));
    if (item === 3) setImmediate(() => inbox.end());
  }
  expect(read).toEqual([1, 2, 3]);
});

test('a reader who does not read keeps no more than it may, is told so, and goes on with what comes then', async () => {
  const inbox = new Inbox<{ text: string }>(10);
  for (let index = 0; index < 100_000; index++) inbox.put({ text: `${index}` });
  const reading = inbox.drain(new AbortController().signal);
  expect((await reading.next()).value).toBe(missed);
  inbox.put({ text: 'then' });
  expect((await reading.next()).value).toEqual({ text: 'then' });
});

test('an abort ends the reading, also while nothing comes', async () => {
  const inbox = new Inbox<number>();
  const abort = new AbortController();
  const next = inbox.drain(abort.signal).next();
  setImmediate(() => abort.abort());
  expect(await next).toEqual({ done: true, value: undefined });
});
