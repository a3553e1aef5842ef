import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { Thread } from '../../../controller/concurrency/thread.js';
import { createSandbox, defaultLimits } from '../../../controller/sandbox/index.js';
import { ScriptPool } from '../../../controller/sandbox/script-pool.js';
import { type ScriptWorker, startScriptWorker } from '../../../controller/sandbox/script-worker.js';
import { runCode, sandboxForTests, toFault } from './run-code.js';

const js = { language: 'js', arguments: {}, environment: {}, stdin: '' } as const;
const forever = { ...js, code: 'for (;;) {}' };

describe('threads', () => {
  const sandbox = sandboxForTests();

  test('100 scripts at once all return their own value', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const outcomes = await Promise.all(
      numbers.map((n) => runCode(sandbox, 'return n * 2;', { arguments: { n } })),
    );
    expect(outcomes.map(({ output }) => output)).toEqual(numbers.map((n) => n * 2));
  });

  test('a busy script does not block the event loop', async () => {
    await runCode(sandbox, '1');
    const busy = toFault(runCode(sandboxForBusy, 'for (;;) {}'));
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    expect((await busy).kind).toBe('timeout');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
  const sandboxForBusy = sandboxForTests({ timeMs: 1_000 });

  test('an abort kills the script, with the reason of the signal', async () => {
    const controller = new AbortController();
    const run = sandbox.run(forever, controller.signal).catch((error: unknown) => error);
    await delay(100);
    const reason = new Error('cancelled');
    controller.abort(reason);
    expect(await run).toBe(reason);
    expect((await runCode(sandbox, 'return 1;')).output).toBe(1);
  });

  test('an abort removes a waiting script from the queue', async () => {
    const own = sandboxForTests({ threads: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = own.run(forever, first.signal).catch(() => 'killed');
    const waiting = own.run(forever, second.signal).catch((error: unknown) => error);
    second.abort('left');
    expect(await waiting).toBe('left');
    first.abort();
    expect(await running).toBe('killed');
  });

  test('closing kills running scripts and refuses new ones', async () => {
    const own = createSandbox({ allowProcesses: false });
    const running = toFault(runCode(own, 'for (;;) {}'));
    await delay(50);
    await own.close();
    expect((await running).kind).toBe('refused');
    expect((await toFault(runCode(own, 'return 1;'))).message).toBe('The service is stopping');
  });
});

describe('a thread that ends during a script', () => {
  test('ends its script in a fault, and the next script gets a new thread', async () => {
    const threads: ScriptWorker[] = [];
    const pool = new ScriptPool({ ...defaultLimits, threads: 1 }, () => {
      const worker = startScriptWorker();
      threads.push(worker);
      return worker;
    });
    const { signal } = new AbortController();
    const running = toFault(pool.run(forever, signal));
    await threads[0]?.ready;
    await threads[0]?.end();
    expect(await running).toMatchObject({ kind: 'limit', message: expect.stringContaining('broke down') });
    expect((await pool.run({ ...js, code: 'return 5;' }, signal)).output).toBe(5);
    expect(threads).toHaveLength(2);
    await pool.close();
  });

  test('that cannot start is a fault, not a hang', async () => {
    const pool = new ScriptPool(defaultLimits, () => {
      return new Thread(new Worker('throw new Error("broken")', { eval: true }));
    });
    const { signal } = new AbortController();
    expect((await toFault(pool.run({ ...js, code: '1' }, signal))).kind).toBe('limit');
    await pool.close();
  });
});

test('idle threads are reused, and end after a time', async () => {
  const ended = vi.fn();
  const started = vi.fn();
  const pool = new ScriptPool({ ...defaultLimits, idleMs: 100 }, () => {
    started();
    const worker = startScriptWorker();
    const end = worker.end.bind(worker);
    worker.end = () => {
      ended();
      return end();
    };
    return worker;
  });
  const { signal } = new AbortController();
  for (let index = 0; index < 5; index++) await pool.run({ ...js, code: '1' }, signal);
  expect(started).toHaveBeenCalledTimes(1);
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  await pool.close();
});
