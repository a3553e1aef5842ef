import type { JsonObject } from '../../schemas/json.js';

export const serviceLogLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type ServiceLogLevel = (typeof serviceLogLevels)[number];

/** One line of the service's own log, masked. */
export interface ServiceLogEntry {
  /** Counts up from 1 since the process began. */
  seq: number;
  /** RFC 3339, milliseconds. */
  at: string;
  level: ServiceLogLevel;
  message: string;
  data: JsonObject;
}

export interface ServiceLogFilter {
  /** The least severe level that counts. */
  level?: ServiceLogLevel;
  /** RFC 3339. */
  since?: string;
  /** Must stand in the message or the data, whatever its case. */
  text?: string;
  /** Only entries with a greater `seq`. */
  after?: number;
}

export interface ServiceLogReader {
  /** The newest that fit, oldest first. */
  list(filter: ServiceLogFilter, limit: number): ServiceLogEntry[];
  /** What fits from `after` on, then what comes, until the signal aborts. A reader who is too slow misses the oldest. */
  follow(filter: ServiceLogFilter, signal: AbortSignal): AsyncIterable<ServiceLogEntry>;
}
