import { setTimeout as delay } from 'node:timers/promises';
import { canonical } from '../../../schemas/json/values.js';
import type { EntityRecord, Snapshot } from '../../catalog/index.js';
import { type BackOff, pauseAfter } from '../../concurrency/back-off.js';
import type { TriggerPlan } from '../../flows/index.js';
import type { IncomingMessage, Receiver, RunEngine } from '../../runs/contract.js';
import { toEvent } from './message-event.js';

/** A connection whose messages are taken, in one environment. */
export interface SubscriptionKey {
  branch: string;
  connection: string;
  /** Left out for the default one. */
  environment?: string;
}

/** Tells if messages arrive. */
interface SubscriptionState {
  status: 'connecting' | 'receiving' | 'failing';
  /** RFC 3339: since when. */
  since: string;
  /** Messages taken since the start of the service. */
  received: number;
  /** Why it is failing. */
  detail: string | null;
}

export interface SubscriptionsOptions {
  /** Production and the active branches. */
  branches: readonly string[];
  peek(branch: string): Snapshot | undefined;
  /** Returns the ids of the paused triggers of a branch. */
  paused(branch: string): Promise<Pick<ReadonlySet<string>, 'has'>>;
  /** Delivers the messages of a connection until the signal aborts. */
  receive(key: SubscriptionKey, receiver: Receiver, signal: AbortSignal): Promise<void>;
  events: Pick<RunEngine['events'], 'accept'>;
  /** Called when a subscription begins to receive, and when it fails. */
  changed(key: SubscriptionKey, error: unknown): void;
  retries?: BackOff;
}

interface Running {
  key: SubscriptionKey;
  /** Changes with what the connection is configured to. */
  digest: string;
  stopping: AbortController;
  state: SubscriptionState;
  ended: Promise<void>;
}

const usualRetries: BackOff = { firstMs: 500, maxMs: 30_000 };

/**
 * Keeps the subscriptions of all branches that the files ask for. A message becomes an event of the branch; once that is
 * durable, the server may forget the message. A connection whose triggers all rest is not asked for messages.
 */
export class Subscriptions {
  readonly #running = new Map<string, Running>();
  #isStopped = false;
  #syncing: Promise<void> = Promise.resolve();

  constructor(private readonly options: SubscriptionsOptions) {}

  /** Begins and ends subscriptions as the newest snapshot of a branch asks for; one call follows the other. */
  sync(branch: string): Promise<void> {
    this.#syncing = this.#syncing.then(() => this.#sync(branch)).catch(() => {});
    return this.#syncing;
  }

  /** The state of a subscription; undefined while there is none. */
  state(key: SubscriptionKey): SubscriptionState | undefined {
    return this.#running.get(getId(key))?.state;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#syncing;
    await Promise.all([...this.#running.values()].map((running) => end(running)));
  }

  async #sync(branch: string): Promise<void> {
    const { branches, peek, paused } = this.options;
    const snapshot = branches.includes(branch) ? peek(branch) : undefined;
    if (!snapshot || this.#isStopped) return;
    const isAsked = snapshot.list('connection').some(subscribes);
    const subscriptions = isAsked
      ? getWanted(snapshot, await paused(branch))
      : new Map<string, WantedSubscription>();
    for (const [id, running] of this.#running) {
      if (running.key.branch !== branch || subscriptions.get(id)?.digest === running.digest) continue;
      this.#running.delete(id);
      await end(running);
    }
    if (this.#isStopped) return;
    for (const [id, each] of subscriptions)
      if (!this.#running.has(id)) this.#running.set(id, this.#begin(each));
  }

  #begin({ key, digest }: WantedSubscription): Running {
    const running: Running = {
      key,
      digest,
      stopping: new AbortController(),
      state: { status: 'connecting', since: new Date().toISOString(), received: 0, detail: null },
      ended: Promise.resolve(),
    };
    running.ended = this.#keep(running);
    return running;
  }

  /** Subscribes again whenever the server is lost. */
  async #keep(running: Running): Promise<void> {
    const { signal } = running.stopping;
    let failures = 0;
    while (!signal.aborted) {
      const receiver: Receiver = {
        ready: () => this.#note(running, 'receiving', undefined),
        take: async (messages) => {
          await this.#take(running, messages);
          failures = 0;
        },
      };
      try {
        await this.options.receive(running.key, receiver, signal);
        if (!signal.aborted) throw new Error('The server ended the subscription');
      } catch (error) {
        if (signal.aborted) return;
        failures++;
        this.#note(running, 'failing', error);
        const pause = pauseAfter(failures, this.options.retries ?? usualRetries);
        await delay(pause, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #take({ key, state }: Running, messages: readonly IncomingMessage[]): Promise<void> {
    const { branch, connection, environment } = key;
    const origin = { connection, ...(environment === undefined ? {} : { environment }) };
    const events = messages.map((message) => {
      return { branch, event: toEvent(message, connection, environment), origin };
    });
    await this.options.events.accept(events);
    state.received += messages.length;
  }

  #note(running: Running, status: 'receiving' | 'failing', error: unknown): void {
    const { state, key } = running;
    const detail = error === undefined ? null : error instanceof Error ? error.message : String(error);
    const isSame = state.status === status && state.detail === detail;
    if (isSame) return;
    Object.assign(state, { status, detail, since: new Date().toISOString() });
    this.options.changed(key, error);
  }
}

interface WantedSubscription {
  key: SubscriptionKey;
  digest: string;
}

function subscribes({ definition }: EntityRecord): boolean {
  return definition['subscribe'] !== undefined;
}

/** The subscriptions that a snapshot asks for, by id. */
function getWanted(
  snapshot: Snapshot,
  paused: Pick<ReadonlySet<string>, 'has'>,
): Map<string, WantedSubscription> {
  const { branch } = snapshot;
  const named = getEnvironments(snapshot, paused);
  const subscriptions = new Map<string, WantedSubscription>();
  for (const { name: connection, definition } of snapshot.list('connection').filter(subscribes)) {
    for (const environment of named.get(connection) ?? [undefined]) {
      const key = { branch, connection, ...(environment === undefined ? {} : { environment }) };
      // Any environment may be the default one, which a setting decides.
      const environments = snapshot
        .list('environment')
        .filter(({ name }) => environment === undefined || name === environment);
      const digest = canonical([definition, environments.map((each) => each.definition)]);
      subscriptions.set(getId(key), { key, digest });
    }
  }
  return subscriptions;
}

/**
 * The environments of the triggers of each connection; none for a connection whose triggers all rest. A connection
 * without triggers is not in the map.
 */
function getEnvironments(
  snapshot: Snapshot,
  paused: Pick<ReadonlySet<string>, 'has'>,
): Map<string, ReadonlySet<string | undefined>> {
  const connections = new Map<string, Set<string | undefined>>();
  for (const { name, compiled } of snapshot.list('trigger')) {
    const { from, environment, enabled, poll } = (compiled ?? {}) as Partial<TriggerPlan>;
    if (from === undefined || poll) continue;
    const names = connections.get(from) ?? new Set();
    connections.set(from, names);
    if (enabled && !paused.has(name)) names.add(environment);
  }
  return connections;
}

function getId({ branch, connection, environment = '' }: SubscriptionKey): string {
  return JSON.stringify([branch, connection, environment]);
}

async function end({ stopping, ended }: Running): Promise<void> {
  stopping.abort(new Error('the subscription ends'));
  await ended;
}
