import type { JsonObject } from '../../schemas/json.js';

/** CloudEvents 1.0, in the JSON format. */
export interface CloudEvent {
  specversion: '1.0';
  /** The same for the same occurrence, told again after a crash. */
  id: string;
  source: string;
  type: string;
  subject?: string;
  /** RFC 3339. */
  time: string;
  datacontenttype: 'application/json';
  data: JsonObject;
}

/** An event with what it is about, for whoever decides who may see it. */
export interface Occurrence {
  event: CloudEvent;
  /** Left out for what concerns the installation: administrators see it. */
  about?: { branch: string; type?: string; name?: string };
}

/** One step of what a listener is told. */
export type ToldEvent =
  | ({ /** Counts up; where to go on after. */ seq: number } & Occurrence)
  /** Events before `seq` are not kept any more. */
  | { seq: number; missed: true };

export interface Events {
  /** Tells of something that happened; durable for webhooks when it resolves. */
  emit(occurrences: readonly Occurrence[]): Promise<void>;
  /** What happened after `after`, or happens from now on, until the signal aborts: each event once, in order. */
  follow(
    types: readonly string[] | undefined,
    after: number | undefined,
    signal: AbortSignal,
  ): AsyncIterable<ToldEvent>;
}
