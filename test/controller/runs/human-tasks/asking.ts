import { afterEach, beforeEach, expect, vi } from 'vitest';
import { compileFlow } from '../../../../controller/flows/index.js';
import { HumanTaskLinks, type Run, type RunStatus } from '../../../../controller/runs/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

export let harness: Harness;
/** Reported events: verb and title. */
export let happened: string[];
/** Calls of `notify`: assignee, link and number of the reminder. */
export let sent: JsonObject[];

export const links = new HumanTaskLinks((text) => Buffer.from(text).toString('base64url').slice(-43), {
  url: 'https://svc.test',
});
export const options = {
  humanTasks: {
    links,
    getPeople: (assignees: readonly string[]) => assignees.map((each) => `user:${each}`),
    observer: {
      observe: (what: string, { title }: { title: string }) => ({
        writes: [],
        committed: () => void happened.push(`${what} ${title}`),
      }),
      unnotified: (_task: unknown, people: readonly string[], code: string) =>
        void happened.push(`unnotified ${people.join()} ${code}`),
    },
  },
  fetch: async (_url: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  },
} as unknown as Parameters<Harness['open']>[0] & object;

/** Gives each test of a file an engine whose flows ask people. */
export function useHarness(): void {
  beforeEach(async () => {
    [happened, sent] = [[], []];
    harness = new Harness();
    await harness.open(options);
    await (await harness.engine.recover()).continued;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await harness.close();
    expect(harness.reported).toEqual([]);
  });
}

export function flow(name: string, tasks: JsonObject[]): void {
  const document = { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' };
  const { plan, findings } = compileFlow({ document, do: tasks });
  if (!plan) throw new Error(JSON.stringify(findings));
  harness.flow(name, plan.execute, plan);
}

export const form = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } };
export const approval = (more: JsonObject = {}): JsonObject => ({
  call: 'human-task@default',
  with: { title: 'Approve', form, assignees: ['ada'], ...more },
});
export const notify = {
  call: 'http',
  with: {
    method: 'post',
    endpoint: 'https://chat.test/messages',
    body: { to: '${ .assignee }', link: '${ .link }', reminder: '${ .reminder }' },
  },
};

export const start = (name: string) =>
  harness.engine.start({ branch: 'main', flow: name, input: {}, principal: 'test' });
export const reaches = (id: string, status: RunStatus): Promise<Run> =>
  eventually(async () => {
    const run = await harness.engine.get(id);
    return run.status === status && run;
  });
export async function parked(id: string): Promise<Run> {
  const run = await reaches(id, 'waiting');
  await eventually(() => harness.engine.load().running === 0);
  return run;
}
export const open = () => harness.engine.humanTasks.list({ status: 'open', limit: 50 });
export const tasks = () => harness.engine.humanTasks.list({ limit: 50 });
export async function theTask() {
  const [task] = await eventually(async () => {
    const found = await open();
    return found.length > 0 && found;
  });
  if (!task) throw new Error('no task');
  return harness.engine.humanTasks.get(task.id);
}
export const ada = { principal: 'user:ada', overrides: false };
export const complete = (id: string, values: JsonObject = { ok: true }, caller = ada) =>
  harness.engine.humanTasks.complete(id, values, caller);

/** Moves the clock; timers go on as before. */
export function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}
