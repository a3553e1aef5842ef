import type { Outbox } from '../outbox/index.js';
import type { Storage, Write } from '../storage/index.js';
import type { Events, Occurrence } from './contract.js';
import { isWanted } from './event-types.js';
import { type WebhookTarget, webhookMessages } from './webhooks.js';

/** Events a slow reader may be behind. */
const mostBehind = 1_000;

export interface EventHubOptions {
  storage: Storage;
  outbox: Outbox;
  webhooks: readonly WebhookTarget[];
  maskJsonText(text: string): string;
}

/** Hands events to whoever listens, and to the outbox for those who are to be told for sure. */
export class EventHub implements Events {
  readonly #listeners = new Set<(occurrences: readonly Occurrence[]) => void>();

  constructor(private readonly options: EventHubOptions) {}

  /** Whether anybody would hear of an event: if not, none needs to be made. */
  get isHeard(): boolean {
    return this.#listeners.size > 0 || this.options.webhooks.length > 0;
  }

  /** For webhooks: to be committed with what the events tell of. Call `tell` when that is done. */
  writes(occurrences: readonly Occurrence[]): Write[] {
    const { webhooks, outbox, maskJsonText } = this.options;
    if (webhooks.length === 0 || occurrences.length === 0) return [];
    return outbox.writes(webhookMessages(webhooks, occurrences, maskJsonText));
  }

  /** For those who listen. */
  tell(occurrences: readonly Occurrence[]): void {
    if (occurrences.length === 0) return;
    for (const listener of this.#listeners) listener(occurrences);
    if (this.options.webhooks.length > 0) this.options.outbox.wake();
  }

  async emit(occurrences: readonly Occurrence[]): Promise<void> {
    const writes = this.writes(occurrences);
    if (writes.length > 0) await this.options.storage.commit({ collect: () => writes });
    this.tell(occurrences);
  }

  async *follow(types: readonly string[] | undefined, signal: AbortSignal): AsyncGenerator<Occurrence> {
    const waiting: Occurrence[] = [];
    let wake = (): void => {};
    const listener = (occurrences: readonly Occurrence[]): void => {
      waiting.push(...occurrences.filter(({ event }) => isWanted(event.type, types)));
      if (waiting.length > mostBehind) waiting.splice(0, waiting.length - mostBehind);
      wake();
    };
    const onAbort = (): void => wake();
    this.#listeners.add(listener);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        for (let next = waiting.shift(); next; next = waiting.shift()) yield next;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (waiting.length > 0 || signal.aborted) resolve();
        });
      }
    } finally {
      this.#listeners.delete(listener);
      signal.removeEventListener('abort', onAbort);
    }
  }
}
