import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { valueAt } from '../../../api/operations/entities/parts.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { DemoService } from '../../fixtures/demo-service.js';
import type { Reached } from './clients.js';
import { AgentSession, checkCustomers, halves } from './sessions.js';

let demo: DemoService;
let reached: Reached;
beforeAll(async () => {
  demo = await DemoService.start();
  reached = await demo.listen();
});
afterAll(() => demo.stop());

/** An agent whose client gives it one half of each answer. */
class HalfReader {
  private constructor(
    readonly half: keyof typeof halves,
    private readonly session: AgentSession,
  ) {}

  static async start(half: keyof typeof halves): Promise<HalfReader> {
    return new HalfReader(half, await AgentSession.start(reached));
  }

  get calls(): number {
    return this.session.calls;
  }

  async call(name: string, args: JsonObject): Promise<JsonObject> {
    return halves[this.half](await this.session.call(name, args));
  }

  /** Calls, and calls again with the token after its user agreed. */
  async agreed(name: string, args: JsonObject): Promise<JsonObject> {
    const question = await this.call(name, args);
    expect(question).toMatchObject({ code: 'confirmation_required' });
    return this.call(name, { ...args, confirm: at(question, '/confirm') });
  }

  /** A name that the agent with the other half does not use. */
  name(name: string): string {
    return `${name}-${this.half}`;
  }
}

function at(value: JsonObject, pointer: string): Json {
  const member = valueAt(value, pointer);
  if (member === undefined) throw new Error(`nothing at ${pointer} of ${JSON.stringify(value)}`);
  return member;
}

function namesIn(items: Json): string[] {
  return (items as JsonObject[]).map(({ name }) => String(name));
}

const document = (name: string) => ({ dsl: '1.0.3', namespace: 'shop-ops', name, version: '1.0.0' });

/** Each task with the calls that it takes at best, the repetition after a question included. */
const tasks: readonly [string, number, (agent: HalfReader) => Promise<void>][] = [
  [
    'finds a flow by a vague description',
    1,
    async (agent) => {
      const hits = await agent.call('list-entities', { type: 'flow', q: 'pay a customer back' });
      expect(namesIn(at(hits, '/items')).slice(0, 3).join()).toMatch(/refund/);
    },
  ],
  [
    'corrects the parameters of a run',
    2,
    async (agent) => {
      const wrong = await agent.call('run-flow', {
        flow: 'customer-profile',
        parameters: { customer: 'c-101' },
      });
      const [name = ''] = /customerId/.exec(JSON.stringify(at(wrong, '/errors'))) ?? [];
      const run = await agent.call('run-flow', { flow: 'customer-profile', parameters: { [name]: 'c-101' } });
      expect(at(run, '/status')).toBe('completed');
      expect(at(run, '/output')).toMatchObject({ name: 'Amara Osei' });
    },
  ],
  [
    'learns the language, writes a flow of five tasks and runs it',
    4,
    async (agent) => {
      expect(at(await agent.call('describe', {}), '/text')).toContain('for: {');
      const name = agent.name('check-customers');
      const definition = { ...(parse(checkCustomers) as JsonObject), document: document(name) };
      const made = await agent.agreed('create-entity', { type: 'flow', name, definition });
      expect(at(made, '/result')).toBe('committed');
      const run = await agent.call('run-flow', { flow: name, parameters: { customers: ['c-101', 'c-999'] } });
      expect(at(run, '/output')).toMatchObject({ known: ['c-101'], unknown: ['c-999'] });
    },
  ],
  [
    'proposes another address of a connection and sees what it affects',
    3,
    async (agent) => {
      const before = await agent.call('describe', { type: 'connection', name: 'shop' });
      expect(namesIn(at(before, '/usedBy'))).toEqual(expect.arrayContaining(['refund-order', 'ship-orders']));
      const patch = { config: { baseUrl: `http://${agent.half}.example.com/shop` } };
      const change = { type: 'connection', name: 'shop', patch, propose: true };
      const proposed = await agent.call('update-entity', change);
      const plan = await agent.call('plan-change', { proposal: at(proposed, '/proposal/id') });
      expect(JSON.stringify(plan)).toContain('refund-order');
    },
  ],
  [
    'follows a long run, finds it again and cancels it',
    4,
    async (agent) => {
      const name = agent.name('wait-long');
      const definition = { document: document(name), do: [{ pause: { wait: { hours: 1 } } }] };
      await agent.agreed('create-entity', { type: 'flow', name, definition });
      const run = { flow: name, wait: 0, idempotencyKey: name };
      const accepted = await agent.call('run-flow', run);
      expect(at(accepted, '/note')).toContain('Do not start it again');
      const id = at(accepted, '/id');
      const cancelled = await agent.call('control', { type: 'run', name: id, action: 'cancel' });
      expect(at(cancelled, '/id')).toBe(id);
    },
  ],
  [
    'repairs a flow after a failed run, and goes on from the failed task',
    6,
    async (agent) => {
      const name = agent.name('first-order');
      const definition = {
        document: document(name),
        do: [{ read: { call: 'shop.get', with: { path: '/order' } } }, { done: { set: { done: true } } }],
      };
      await agent.agreed('create-entity', { type: 'flow', name, definition });
      const run = await agent.call('run-flow', { flow: name });
      const task = String(at(run, '/failed/task'));
      expect(at(run, '/failed/likelyFix')).toContain('check the path');
      const jsonPatch = [{ op: 'replace', path: `${task}/with/path`, value: '/orders' }];
      await agent.agreed('update-entity', { type: 'flow', name, jsonPatch });
      const again = { type: 'run', name: at(run, '/id'), action: 'retry', revision: 'newest' };
      expect(at(await agent.call('control', again), '/retryOf')).toBe(at(run, '/id'));
    },
  ],
  [
    'learns why a call is refused, and what is allowed',
    1,
    async (agent) => {
      const refused = await agent.call('control', { type: 'run', name: 'x', action: 'pause' });
      expect(at(refused, '/code')).toBe('body_invalid');
      expect(at(refused, '/hints/0/text')).toContain('`cancel`');
    },
  ],
  [
    'reads a large answer to its end',
    4,
    async (agent) => {
      const name = agent.name('large');
      const text = '${ [range(6000)] | map(tostring) | join(" ") }';
      const definition = { document: document(name), do: [{ make: { set: { text } } }] };
      await agent.agreed('create-entity', { type: 'flow', name, definition });
      const run = await agent.call('run-flow', { flow: name });
      const rest = at(run, '/cut/0/rest/arguments') as JsonObject;
      const more = await agent.call('read-entity', rest);
      const all = Array.from({ length: 6_000 }, (_, index) => index).join(' ');
      expect(all).toBe(`${at(run, '/output/text')}${at(more, '/part')}`);
    },
  ],
  [
    'stores a secret, backs up, and tries the restore',
    4,
    async (agent) => {
      const path = `${agent.half}/token`;
      const secret = { type: 'secret', definition: { path, value: { token: 'quiet' } } };
      expect(at(await agent.agreed('create-entity', secret), '/definition/path')).toBe(path);
      const backup = await agent.call('create-entity', {
        type: 'backup',
        definition: { categories: ['flows'] },
      });
      const restore = { id: at(backup, '/name'), dryRun: true };
      expect(await agent.call('restore-backup', restore)).not.toHaveProperty('code');
    },
  ],
  [
    'reads the history of an entity, compares two versions, and reverts',
    6,
    async (agent) => {
      const named = { type: 'folio', name: agent.name('refunds') };
      const first = { title: 'Refunds', body: 'Within 30 days.' };
      await agent.agreed('create-entity', { ...named, definition: first });
      await agent.agreed('update-entity', { ...named, patch: { body: 'Within 60 days.' } });
      const past = await agent.call('read-entity', { ...named, pointer: '/history' });
      const [newest, oldest] = (at(past, '/part') as { commitHash: string }[]).map(
        ({ commitHash }) => commitHash,
      );
      const pointer = `/diff/${oldest}/${newest}`;
      const compared = await agent.call('read-entity', { ...named, pointer });
      expect(at(compared, '/part/patch')).toContain('+body: Within 60 days.');
      // A dry run needs no answer of the user.
      const reverted = await agent.call('revert-entity', {
        ...named,
        commitHash: oldest ?? '',
        dryRun: true,
      });
      expect(at(reverted, '/diff')).toContain('+body: Within 30 days.');
    },
  ],
  [
    'reads the next times of a schedule, pauses it, and lists what a backfill would run',
    4,
    async (agent) => {
      const trigger = { type: 'trigger', name: 'nightly-sales-report' };
      const state = await agent.call('read-entity', trigger);
      expect(at(state, '/state/next')).toHaveLength(3);
      const paused = await agent.call('control', { ...trigger, action: 'pause' });
      expect(JSON.stringify(paused)).toContain('paused');
      const values = { from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z', dryRun: true };
      const times = await agent.call('control', { ...trigger, action: 'backfill', values });
      expect(at(times, '/items')).toHaveLength(2);
      await agent.call('control', { ...trigger, action: 'resume' });
    },
  ],
  [
    'sees whom its run waits for, and waits',
    4,
    async (agent) => {
      const run = await agent.call('run-flow', {
        flow: 'approve-refund',
        parameters: { orderId: 'o-1003' },
        wait: 5,
      });
      const name = at(run, '/id');
      const open = await agent.call('list-entities', { type: 'human-task', filter: { run: name } });
      expect(at(open, '/items/0/assignees')).toEqual(['admin']);
      expect(at(open, '/items/0/dueAt')).toMatch(/^\d{4}-/);
      const waited = await agent.call('control', { type: 'run', name, action: 'wait', values: { wait: 1 } });
      expect(at(waited, '/status')).toBe('waiting');
      await agent.call('control', { type: 'run', name, action: 'cancel' });
    },
  ],
  [
    'makes, rotates and deletes a key',
    6,
    async (agent) => {
      const definition = { name: agent.name('ci'), role: 'viewer' };
      const made = await agent.agreed('create-entity', { type: 'api-key', definition });
      const rotated = await agent.agreed('rotate-api-key', { id: at(made, '/name') });
      expect(at(rotated, '/key')).toMatch(/^svc_/);
      const gone = await agent.agreed('delete-api-key', { id: at(made, '/name') });
      expect(at(gone, '/deleted')).toBe(true);
    },
  ],
  [
    'calls an action, and files what is missing',
    3,
    async (agent) => {
      const input = { path: '/orders' };
      const answer = await agent.call('invoke-connector-action', {
        connection: 'shop',
        action: 'get',
        input,
      });
      expect(JSON.stringify(at(answer, '/output'))).toContain('o-1001');
      const ticket = { subject: agent.name('Sync stalls'), body: 'Since 10:00.' };
      expect(at(await agent.call('submit-support-request', ticket), '/id')).toMatch(/./);
      expect(at(await agent.call('submit-feature-request', ticket), '/id')).toMatch(/./);
    },
  ],
];

describe.each(['text', 'structure'] as const)('an agent that sees only the %s of answers', (half) => {
  test.each(tasks)('%s', async (_name, ideal, perform) => {
    const agent = await HalfReader.start(half);
    await perform(agent);
    expect(agent.calls).toBeLessThanOrEqual(ideal + 1);
  });
});
