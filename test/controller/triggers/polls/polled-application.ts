import type { Snapshot } from '../../../../controller/catalog/index.js';
import { compileTrigger } from '../../../../controller/kinds/trigger/compile.js';
import type { NewEvent } from '../../../../controller/runs/contract.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { PollStore } from '../../../../controller/triggers/polls/poll-store.js';
import { Polls, type PollsOptions } from '../../../../controller/triggers/polls/polls.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { openStorage } from '../../storage/engines.js';

const plain = { keep: (text: string) => text, open: (text: string) => text };

/** The polls of a service with one branch, whose clock goes on from poll to poll. */
export class PolledApplication {
  /** Returns the answer of the action to its arguments. */
  answer: (input: JsonObject) => Json | Promise<Json> = () => [];
  calls: JsonObject[] = [];
  events: NewEvent[] = [];
  problems: unknown[] = [];
  /** The pause after a failure. */
  retryMs = 60_000;
  readonly paused = new Set<string>();
  polls!: Polls;
  readonly store: PollStore;
  readonly #triggers = new Map<string, { compiled: unknown; definition: JsonObject }>();
  #fails = 0;

  private constructor(readonly storage: Storage) {
    this.store = new PollStore(storage, plain);
  }

  static async create(): Promise<PolledApplication> {
    return new PolledApplication(await openStorage(':memory:'));
  }

  async close(): Promise<void> {
    await this.polls?.stop();
    await this.storage.close();
  }

  define(poll: JsonObject, { name = 'new-items', ...more }: { name?: string } & JsonObject = {}): void {
    const event = { from: 'shop', poll: { action: 'list', every: 'PT5S', key: '${ .id }', ...poll } };
    const definition = { kind: 'trigger', name, flow: 'take', event, ...more };
    const { compiled, findings } = compileTrigger(definition);
    if (!compiled) throw new Error(JSON.stringify(findings));
    this.#triggers.set(name, { compiled, definition });
  }

  remove(name = 'new-items'): void {
    this.#triggers.delete(name);
  }

  /** Lets the next transactions that hold events fail, as a killed process would. */
  failNext(count: number): void {
    this.#fails = count;
  }

  /** Starts the polls as a new process does. */
  async start(more: Partial<PollsOptions> = {}): Promise<void> {
    const storage = Object.create(this.storage) as Storage;
    const store = new PollStore(storage, plain);
    storage.commit = async (unit) => {
      if ('collect' in unit && this.#fails > 0) {
        this.#fails -= 1;
        throw new Error('killed');
      }
      await this.storage.commit(unit);
    };
    const accepted: NewEvent[] = [];
    this.polls = new Polls({
      store,
      branches: ['main'],
      peek: () => this.#snapshot(),
      paused: async () => this.paused,
      read: async ({ input }) => {
        this.calls.push(input);
        return this.answer(input);
      },
      events: {
        collect(events) {
          accepted.push(...events);
          return [];
        },
        committed: () => void this.events.push(...accepted.splice(0)),
      },
      changed: (_, error) => this.problems.push(error),
      retries: { firstMs: this.retryMs, maxMs: this.retryMs },
      ...more,
    });
    await this.polls.start();
  }

  /** Lets the time of the next poll come, and waits until it is made. */
  async next(name = 'new-items'): Promise<void> {
    await this.polls?.stop();
    const key = { branch: 'main', id: name };
    const before = await this.store.find(key);
    const calls = this.calls.length;
    if (before) await this.storage.commit([this.store.save({ ...before, next_at: Date.now() })]);
    await this.start();
    await eventually(async () => {
      const after = await this.store.find(key);
      return (
        this.calls.length > calls &&
        (after?.next_at ?? 0) > Date.now() - 60_000 &&
        this.#isSettled(after, before)
      );
    });
  }

  /** The data of the items that became events. */
  get items(): Json[] {
    return this.events.map(({ event }) => event['data'] ?? null);
  }

  state(name = 'new-items') {
    return this.store.find({ branch: 'main', id: name });
  }

  #isSettled(after: Awaited<ReturnType<PollStore['find']>>, before: typeof after): boolean {
    if (!after || (after.polled_at === null && after.failures === 0)) return false;
    if (after.begun_at !== before?.begun_at) return true;
    return after.polled_at !== (before?.polled_at ?? null) || after.failures !== (before?.failures ?? 0);
  }

  #snapshot(): Snapshot {
    const records = [...this.#triggers].map(([name, each]) => ({ kind: 'trigger', name, ...each }));
    return {
      branch: 'main',
      list: (kind: string) => (kind === 'trigger' ? records : []),
      get: () => undefined,
    } as unknown as Snapshot;
  }
}
