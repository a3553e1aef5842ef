import type { Outbox } from '../outbox/index.js';
import type { Storage, Write } from '../storage/index.js';
import type { Events, Occurrence, ToldEvent } from './contract.js';
import type { EventLog } from './event-log.js';
import { type WebhookTarget, webhookMessages } from './webhooks.js';

export interface EventHubOptions {
  storage: Storage;
  outbox: Outbox;
  log: EventLog;
  webhooks: readonly WebhookTarget[];
  maskJsonText(text: string): string;
}

/** Hands events to whoever listens, and to the outbox for those who are to be told for sure. */
export class EventHub implements Events {
  constructor(private readonly options: EventHubOptions) {}

  /** Whether anybody would hear of an event: if not, none needs to be made. */
  get isHeard(): boolean {
    return this.options.log.isHeard || this.options.webhooks.length > 0;
  }

  /** To be committed with what the events tell of. Call `tell` when that is done. */
  writes(occurrences: readonly Occurrence[]): Write[] {
    if (occurrences.length === 0) return [];
    const { webhooks, outbox, log, maskJsonText } = this.options;
    const messages = webhooks.length === 0 ? [] : webhookMessages(webhooks, occurrences, maskJsonText);
    return [...log.writes(occurrences), ...outbox.writes(messages)];
  }

  tell(occurrences: readonly Occurrence[]): void {
    if (occurrences.length === 0) return;
    this.options.log.tell();
    if (this.options.webhooks.length > 0) this.options.outbox.wake();
  }

  async emit(occurrences: readonly Occurrence[]): Promise<void> {
    const writes = this.writes(occurrences);
    if (writes.length > 0) await this.options.storage.commit({ collect: () => writes });
    this.tell(occurrences);
  }

  follow(
    types: readonly string[] | undefined,
    after: number | undefined,
    signal: AbortSignal,
  ): AsyncIterable<ToldEvent> {
    return this.options.log.follow(types, after, signal);
  }
}
