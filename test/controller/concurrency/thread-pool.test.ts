import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { Thread } from '../../../controller/concurrency/thread.js';
import { ThreadPool } from '../../../controller/concurrency/thread-pool.js';

/** A thread that answers with the job's name, the job `long` when it is told to by the shared number. */
const answering = `const { parentPort, workerData } = require('node:worker_threads');
  const gate = new Int32Array(workerData);
  parentPort.on('message', (name) => {
    if (name.startsWith('long')) { Atomics.add(gate, 1, 1); Atomics.wait(gate, 0, 0); }
    parentPort.postMessage(name);
  });
  parentPort.postMessage('ready');`;

function open(places: number) {
  const shared = new SharedArrayBuffer(8);
  const gate = new Int32Array(shared);
  let started = 0;
  const pool = new ThreadPool<string, string>({
    threads: 1,
    idleMs: 60_000,
    longJobs: { sliceMs: 50, places },
    start: () => {
      started += 1;
      return new Thread(new Worker(answering, { eval: true, workerData: shared }));
    },
  });
  onTestFinished(() => pool.close());
  const openGate = () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  return { pool, openGate, begun: () => Atomics.load(gate, 1), started: () => started };
}

test('a job that takes long gives its place to the next one, and goes on', async () => {
  const { pool, openGate, begun } = open(1);
  const long = pool.run('long', 60_000);
  expect(await pool.run('short', 60_000)).toBe('short');
  openGate();
  expect(await long).toBe('long');
  expect(begun()).toBe(1);
});

test('with all places for long jobs taken, a long job starts again when its turn comes, and short ones do not wait', async () => {
  const { pool, openGate, begun } = open(1);
  const first = pool.run('long 1', 60_000);
  const second = pool.run('long 2', 60_000);
  const third = pool.run('long 3', 60_000);
  for (let at = 0; at < 3; at++) expect(await pool.run(`short ${at}`, 60_000)).toBe(`short ${at}`);
  expect(begun()).toBe(3);
  openGate();
  expect(await Promise.all([first, second, third])).toEqual(['long 1', 'long 2', 'long 3']);
  expect(begun()).toBe(5);
});

test('a long job ends at its time, also in a place for long jobs', async () => {
  const { pool } = open(1);
  await expect(pool.run('long', 200)).rejects.toMatchObject({ reason: 'late' });
  expect(await pool.run('short', 60_000)).toBe('short');
});

test('closing ends the jobs that go on and those that wait', async () => {
  const { pool } = open(1);
  const jobs = ['long 1', 'long 2', 'long 3'].map((name) => pool.run(name, 60_000));
  const ends = Promise.allSettled(jobs);
  expect(await pool.run('short', 60_000)).toBe('short');
  await pool.close();
  expect(await ends).toMatchObject(jobs.map(() => ({ reason: { reason: 'closed' } })));
});
