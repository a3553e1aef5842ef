import type { Write } from '../storage/index.js';

/** Something that is to reach somebody outside. */
export interface Message {
  /** Which sender takes care of it. */
  channel: string;
  /** Whom it is for; the sender knows what that means. */
  target: string;
  /** The same for the same message: it waits once for each target. */
  id: string;
  /** JSON text, without secrets. */
  body: string;
}

export interface Delivery extends Message {
  /** How often it was tried before. */
  attempts: number;
  /** ms since the epoch. */
  createdAt: number;
}

/** `gone`: nobody will ever take it. */
export type DeliveryOutcome = 'delivered' | 'gone';

export interface Sender {
  /** ms after which a message is given up; for ever unless said. */
  keptForMs?: number;
  /** Writes that go with the end of a delivery. */
  settled?(delivery: Delivery, outcome: DeliveryOutcome): readonly Write[];
  /** @throws whatever went wrong: it is tried again */
  send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
}

/** Messages that leave at least once, however often the process dies on the way. */
export interface Outbox {
  /** Writes that put messages there, to be committed with what they tell of; call `wake` when they are. */
  writes(messages: readonly Message[]): Write[];
  /** Looks for what is to be sent. */
  wake(): void;
  /** What waits on a channel. */
  waiting(
    channel: string,
  ): Promise<{ id: string; attempts: number; dueAt: number; lastError: string | null }[]>;
  /** Ends what is under way; the rest leaves after the next start. */
  close(): Promise<void>;
}
