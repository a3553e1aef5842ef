import { type BackOff, pauseAfter } from '../../concurrency/back-off.js';
import { within } from '../../concurrency/signals.js';
import { Problem } from '../../problems/index.js';
import type { Storage, Write } from '../../storage/index.js';
import type { Delivery, DeliveryOutcome, Message, Outbox, Sender } from './contract.js';
import { type OutboxRow, OutboxTable } from './outbox-table.js';

const batchSize = 32;
const maxTryMs = 15_000;
const maxSleepMs = 3_600_000;
/** A second, some seconds, minutes, an hour, and then every two hours. */
const defaultPauses: BackOff = { firstMs: 1_000, maxMs: 7_200_000, factor: 4, spread: 0.1 };

export interface OutboxOptions {
  storage: Storage;
  /** By channel. Messages of a channel without a sender wait until one is registered. */
  senders: Readonly<Record<string, Sender>>;
  report(error: unknown, delivery?: Delivery): void;
  /** True while messages of a channel wait, whatever is due; call `wake` at its end. */
  isHeld?(channel: string): boolean;
  /** Returns the pause after the n-th failure in milliseconds, in place of that of the sender. */
  pauseMs?(attempts: number): number;
}

/** Opens the outbox of the database; messages of an earlier process are delivered first. */
export function openOutbox(options: OutboxOptions): Outbox {
  return new DatabaseOutbox(options);
}

class DatabaseOutbox implements Outbox {
  readonly #table: OutboxTable;
  readonly #closing = new AbortController();
  /** Channel → until when its receiver asked for a pause; ms since the epoch. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #senders: Map<string, Sender>;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #again = false;

  constructor(private readonly options: OutboxOptions) {
    this.#table = new OutboxTable(options.storage);
    this.#senders = new Map(Object.entries(options.senders));
    this.wake();
  }

  writes(messages: readonly Message[]): Write[] {
    const now = Date.now();
    const writes = messages.map((message) =>
      this.#table.insertion(message, now, this.#senders.get(message.channel)?.coalescesForMs !== undefined),
    );
    for (const channel of new Set(messages.map((message) => message.channel))) {
      const remembered = this.#senders.get(channel)?.coalescesForMs;
      if (remembered !== undefined) writes.push(this.#table.forgetting(channel, now - remembered));
    }
    return writes;
  }

  async send(messages: readonly Message[]): Promise<void> {
    await this.options.storage.commit(this.writes(messages));
    this.wake();
  }

  find(message: Pick<Message, 'channel' | 'target' | 'id'>): Promise<string | undefined> {
    return this.#table.find(message);
  }

  register(channel: string, sender: Sender): void {
    this.#senders.set(channel, sender);
    this.wake();
  }

  wake(): void {
    this.#again = true;
    if (this.#working || this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#working = this.#work()
      .catch((error) => this.options.report(error))
      .finally(() => {
        this.#working = undefined;
        if (this.#again) this.wake();
      });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The service stops'));
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    // Waits for the group commit of this turn, which may hold new messages.
    await this.options.storage.commit([]);
    while (!this.#closing.signal.aborted) {
      this.#again = false;
      const due = this.#sendable(await this.#table.due(this.#openChannels(), Date.now(), batchSize));
      if (due.length === 0) break;
      await Promise.all(due.map((row) => this.#deliver(row)));
    }
    await this.#sleep();
  }

  /** Returns the channels that have a sender, are not held, and whose receiver asked for no pause. */
  #openChannels(): string[] {
    const now = Date.now();
    for (const [channel, until] of this.#pausedUntil) if (until <= now) this.#pausedUntil.delete(channel);
    const isHeld = (channel: string) => this.options.isHeld?.(channel) ?? false;
    return [...this.#senders.keys()].filter((channel) => !this.#pausedUntil.has(channel) && !isHeld(channel));
  }

  /** Leaves out all but the first message of each serial channel. */
  #sendable(rows: readonly OutboxRow[]): OutboxRow[] {
    const taken = new Set<string>();
    return rows.filter(({ channel }) => {
      const isTaken = taken.has(channel);
      if (this.#senders.get(channel)?.isSerial) taken.add(channel);
      return !isTaken;
    });
  }

  async #deliver(delivery: OutboxRow): Promise<void> {
    const sender = this.#senders.get(delivery.channel);
    if (!sender) return;
    const { signal } = this.#closing;
    try {
      const outcome = await within(maxTryMs, signal, (limited) => sender.send(delivery, limited));
      await this.#settle(delivery, outcome, sender);
    } catch (error) {
      // Aborted by `close`: this is no failure, and the next start tries again.
      if (signal.aborted) return;
      await this.#fail(delivery, error, sender);
    }
  }

  async #settle(delivery: OutboxRow, outcome: DeliveryOutcome, sender: Sender): Promise<void> {
    const isRemoved = sender.coalescesForMs === undefined;
    const end = isRemoved ? this.#table.removal(delivery) : this.#table.settling(delivery, Date.now());
    await this.options.storage.commit([end, ...(sender.settled?.(delivery, outcome) ?? [])]);
  }

  async #fail(delivery: OutboxRow, error: unknown, sender: Sender): Promise<void> {
    const attempts = delivery.attempts + 1;
    const pause = this.options.pauseMs?.(attempts) ?? pauseAfter(attempts, sender.pauses ?? defaultPauses);
    const now = Date.now();
    if (error instanceof Problem && error.retryAfter !== undefined) {
      this.#pausedUntil.set(delivery.channel, now + error.retryAfter * 1_000);
    }
    const isFinal = now + pause - delivery.createdAt > (sender.keptForMs ?? Number.POSITIVE_INFINITY);
    if (sender.failed) sender.failed(delivery, error, isFinal);
    else this.options.report(error, delivery);
    if (isFinal) return this.#settle(delivery, 'gone', sender);
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await this.options.storage.commit([this.#table.postponement(delivery, attempts, now + pause, reason)]);
  }

  async #sleep(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const next = Math.min(
      (await this.#table.nextDue(this.#openChannels())) ?? Number.POSITIVE_INFINITY,
      ...this.#pausedUntil.values(),
    );
    if (next === Number.POSITIVE_INFINITY) return;
    const ms = Math.min(Math.max(next - Date.now(), 0), maxSleepMs);
    this.#timer = setTimeout(() => this.wake(), ms).unref();
  }
}
