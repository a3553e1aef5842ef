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

export interface Events {
  /** Tells of something that happened; durable for webhooks when it resolves. */
  emit(occurrences: readonly Occurrence[]): Promise<void>;
  /** What happens from now on, until the signal aborts. A reader who is too slow misses the oldest. */
  follow(types: readonly string[] | undefined, signal: AbortSignal): AsyncIterable<Occurrence>;
}
