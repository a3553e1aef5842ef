import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FlowHost, TaskEvent } from '../../../controller/flows/index.js';
import { type InspectedTask, TaskInspector } from '../../../controller/rehearsal/index.js';
import type { Run } from '../../../controller/runs/index.js';
import { RandomRuns, token } from './random-runs.js';

/** More of them with `SVC_INSPECT_RUNS=10000`. */
const runs = Number(process.env['SVC_INSPECT_RUNS'] ?? 60);
/** Runs between two crashes. */
const perProcess = 12;

/** The data of the tasks of each run, as its execution had them. */
const seen = new Map<string, Map<string, { input?: string; output?: string; failed?: string }>>();

let random: RandomRuns;

beforeEach(async () => {
  random = new RandomRuns(recording);
  await random.open();
});

afterEach(async () => {
  seen.clear();
  await random.close();
  expect(random.harness.reported).toEqual([]);
});

/** The host, with the data of tasks kept beside. */
function recording(host: FlowHost): FlowHost {
  if (host.isRehearsal) return host;
  const life = random.crashes;
  const { id } = host.run;
  const tasks = seen.get(id) ?? new Map();
  seen.set(id, tasks);
  const note = (event: TaskEvent): void => {
    if (life !== random.crashes) return;
    const task = tasks.get(event.key) ?? {};
    if (event.data !== undefined) {
      const name = { started: 'input', completed: 'output', faulted: 'failed' }[event.type as 'started'];
      if (name) task[name] = JSON.stringify(event.data);
    }
    tasks.set(event.key, task);
    host.note(event);
  };
  return new Proxy(host, {
    get(target, name) {
      if (name === 'note') return note;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function inspector(): TaskInspector {
  const { harness } = random;
  return new TaskInspector({ runs: harness.engine, sealing: harness.vault, shownData: 'all' });
}

async function inspectAll(run: Run): Promise<InspectedTask[]> {
  const tasks = inspector();
  const references = new Set((await random.harness.engine.tasks(run.id)).map(({ reference }) => reference));
  const all: InspectedTask[] = [];
  for (const task of references) {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await tasks.inspect(run.id, { task, limit: 50, ...(cursor === '' ? {} : { cursor }) });
      all.push(...page.items);
      cursor = page.nextCursor;
    }
  }
  return all;
}

const plain = (text: string | undefined): string | undefined => text?.replaceAll(token, '***');

function expectSame(tasks: readonly InspectedTask[], run: Run): void {
  const saw = seen.get(run.id);
  for (const task of tasks) {
    const own = saw?.get(task.key);
    // No data; or cut off by the death of the process, perhaps in a way that the run did not take again.
    if (['retried', 'skipped', 'waiting', 'running'].includes(task.status)) continue;
    const where = `${run.flow} ${task.key} (${task.status})`;
    // The moment of a cancellation is not in the journal: what came just before it may be withheld, with the reason.
    if (task.status === 'cancelled' && task.missing !== null) continue;
    expect.soft(task.missing, where).toBe(null);
    if (own?.input !== undefined) expect.soft(JSON.stringify(task.input), where).toBe(plain(own.input));
    if (task.status === 'completed') expect.soft(JSON.stringify(task.output), where).toBe(plain(own?.output));
  }
}

test(`what tasks had is what their run saw, for ${runs} random runs, before and after the death of the process`, async () => {
  let checked = 0;
  for (let first = 0; first < runs; first += perProcess) {
    const names = Array.from({ length: Math.min(perProcess, runs - first) }, (_, index) =>
      random.randomFlow(first + index),
    );
    const request = { branch: 'main', input: { n: first }, principal: 'user:test' };
    const started = await Promise.all(
      names.map((name) => random.harness.engine.start({ ...request, flow: name })),
    );
    await new Promise((resolve) => setTimeout(resolve, 30));
    await random.crash();
    for (const { id } of started) {
      const run = await random.harness.engine.wait(id, 60_000);
      expect(['completed', 'faulted'], JSON.stringify(run)).toContain(run.status);
      const tasks = await inspectAll(run);
      checked += tasks.length;
      expectSame(tasks, run);
    }
  }
  expect(checked).toBeGreaterThan(runs);
}, 600_000);
