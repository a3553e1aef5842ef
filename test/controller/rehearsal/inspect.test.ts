import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileFlow, type FlowHost, type TaskEvent } from '../../../controller/flows/index.js';
import { type InspectedTask, TaskInspector } from '../../../controller/rehearsal/index.js';
import { HumanTaskLinks, type Run } from '../../../controller/runs/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { random } from '../../schemas/mutate.js';
import { Harness } from '../runs/engine-harness.js';
import { randomTasks } from './random-flows.js';

/** More of them with `SVC_INSPECT_RUNS=10000`. */
const runs = Number(process.env['SVC_INSPECT_RUNS'] ?? 60);
/** Runs between two crashes. */
const perProcess = 12;

let harness: Harness;
let options: Parameters<Harness['open']>[0] & object;

/** The data of the tasks of each run, as its execution had them. */
const seen = new Map<string, Map<string, { input?: string; output?: string; failed?: string }>>();

beforeEach(async () => {
  harness = new Harness();
  options = {
    parkAfterMs: 20,
    humanTasks: {
      links: new HumanTaskLinks((text) => Buffer.from(text).toString('base64url').slice(-43), {
        url: 'https://svc.test',
      }),
      getPeople: (assignees: readonly string[]) => assignees.map((each) => `user:${each}`),
      observer: { observe: () => ({ writes: [], committed: () => {} }), unnotified: () => {} },
    },
    fetch: (async (url: unknown) => {
      const size = String(url).length + Math.floor(Math.random() * 50);
      await new Promise((resolve) => setTimeout(resolve, size % 12));
      const status = size % 5 === 0 ? 503 : 200;
      const body = JSON.stringify({ n: size, url: String(url), at: Date.now() });
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    }) as typeof fetch,
  };
  await harness.open(options);
  await ready();
  await (await harness.engine.recover()).continued;
});

afterEach(async () => {
  seen.clear();
  await harness.close();
  expect(harness.reported).toEqual([]);
});

async function ready(): Promise<void> {
  harness.engine.events.attach({ start: async () => ({ writes: [], committed: () => {} }) });
  await harness.vault.secrets.put('shop', {
    token: 'token-of-the-shop-1234',
    copy: 'token-of-the-shop-1234',
  });
}

/** The number of crashes: what a crashed process still computes here, no one sees in reality. */
let crashes = 0;

/** The host, with the data of tasks kept beside. */
function recording(host: FlowHost): FlowHost {
  if (host.isRehearsal) return host;
  const life = crashes;
  const { id } = host.run;
  const tasks = seen.get(id) ?? new Map();
  seen.set(id, tasks);
  const note = (event: TaskEvent): void => {
    if (life !== crashes) return;
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

function flow(name: string, tasks: JsonObject[], use: JsonObject = {}): void {
  const document = { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' };
  const { plan, findings } = compileFlow({ document, use, do: tasks });
  if (!plan) throw new Error(JSON.stringify(findings));
  const execute = (input: Json, host: FlowHost) => plan.execute(input, recording(host));
  harness.flow(name, execute, { ...plan, execute }, name === 'child' ? [] : ['child', 'store/counts']);
}

const secrets = { secrets: ['shop'] };

function inspector(): TaskInspector {
  return new TaskInspector({ runs: harness.engine, sealing: harness.vault, shownData: 'all' });
}

async function inspectAll(run: Run): Promise<InspectedTask[]> {
  const tasks = inspector();
  const references = new Set((await harness.engine.tasks(run.id)).map(({ reference }) => reference));
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

/** Answers people and sends news while runs wait. */
function attend(): () => void {
  const timer = setInterval(() => {
    const { events, humanTasks } = harness.engine;
    const news = {
      specversion: '1.0',
      id: String(Math.random()),
      source: '/test',
      type: 'test.news.v1',
      data: { n: 4 },
    };
    events.accept([{ branch: 'main', event: news }] as never).catch(() => {});
    void answerAll(humanTasks).catch(() => {});
  }, 25);
  return () => clearInterval(timer);
}

async function answerAll(humanTasks: Harness['engine']['humanTasks']): Promise<void> {
  const open = await humanTasks.list({ status: 'open', limit: 100 } as never);
  const caller = { principal: 'user:ada', overrides: true };
  await Promise.all(open.map(({ id }) => humanTasks.complete(id, {}, caller)));
}

const plain = (text: string | undefined): string | undefined =>
  text?.replaceAll('token-of-the-shop-1234', '***');

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
  harness.entity('store', 'counts', { kind: 'store', name: 'counts', schema: { type: 'integer' } });
  flow('child', [{ double: { set: { n: '${ .n * 2 }' } } }, { rest: { wait: { milliseconds: 3 } } }]);
  const stopAttending = attend();
  try {
    let checked = 0;
    for (let first = 0; first < runs; first += perProcess) {
      const names = Array.from(
        { length: Math.min(perProcess, runs - first) },
        (_, index) => `f${first + index}`,
      );
      for (const name of names) {
        const next = random(Number(name.slice(1)) + 1);
        flow(
          name,
          randomTasks((below) => Math.floor(next() * below)),
          secrets,
        );
      }
      const request = { branch: 'main', input: { n: first }, principal: 'user:test' };
      const started = await Promise.all(
        names.map((name) => harness.engine.start({ ...request, flow: name })),
      );
      await new Promise((resolve) => setTimeout(resolve, 30));
      const crashed = harness.crash(options);
      crashes += 1;
      await crashed;
      await ready();
      for (const { id } of started) {
        const run = await harness.engine.wait(id, 60_000);
        expect(['completed', 'faulted'], JSON.stringify(run)).toContain(run.status);
        const tasks = await inspectAll(run);
        checked += tasks.length;
        expectSame(tasks, run);
      }
    }
    expect(checked).toBeGreaterThan(runs);
  } finally {
    stopAttending();
  }
}, 600_000);
