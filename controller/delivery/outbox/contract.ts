import type { BackOff } from '../../concurrency/back-off.js';
import type { Write } from '../../storage/index.js';

/** A message to a receiver outside of svc. */
export interface Message {
  /** The name of the sender that delivers it. */
  channel: string;
  /** The receiver; its meaning is up to the sender. */
  target: string;
  /** The same for the same message: a repeated message is written once per target. */
  id: string;
  /** JSON text, without secrets. */
  body: string;
  /** Milliseconds before the first attempt; none by default. */
  delayMs?: number;
}

export interface Delivery extends Omit<Message, 'delayMs'> {
  /** The number of failed attempts. */
  attempts: number;
  /** ms since the epoch. */
  createdAt: number;
}

/** `gone`: the receiver will never accept it. */
export type DeliveryOutcome = 'delivered' | 'gone';

/** Delivers the messages of one channel. */
export interface Sender {
  /** Milliseconds after which a message is given up; never by default. */
  keptForMs?: number;
  /** The pauses between attempts; from a second up to two hours by default. */
  pauses?: BackOff;
  /** Sends one message of the channel at a time. */
  isSerial?: boolean;
  /**
   * Makes the id of a message a coalescing key: only the newest body of an id is sent. A body that was settled within
   * this time, in milliseconds, is not sent again.
   */
  coalescesForMs?: number;
  /** Returns writes for the transaction that ends a delivery. */
  settled?(delivery: Delivery, outcome: DeliveryOutcome): readonly Write[];
  /** Called for each failed attempt, in place of the `report` of the outbox. */
  failed?(delivery: Delivery, error: unknown, isFinal: boolean): void;
  /** @throws any error for a retry; a Problem with `retryAfter` pauses the whole channel that long */
  send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
}

/** Messages that are delivered at least once, however often the process ends in between. */
export interface Outbox {
  /** Returns writes for the transaction that the messages report; call `wake` after its commit. */
  writes(messages: readonly Message[]): Write[];
  /** Stores the messages, then delivers them; resolves when they are on disk. */
  send(messages: readonly Message[]): Promise<void>;
  /** Returns the newest body of an id, also after its delivery where the channel coalesces; undefined for none. */
  find(message: Pick<Message, 'channel' | 'target' | 'id'>): Promise<string | undefined>;
  /** Adds the sender of a channel, whose messages have waited until now. */
  register(channel: string, sender: Sender): void;
  /** Delivers the due messages. */
  wake(): void;
  /** Aborts the attempts under way; the messages are delivered after the next start. */
  close(): Promise<void>;
}
