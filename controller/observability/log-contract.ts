import type { JsonObject } from '../../schemas/json/types.js';

export const serviceLogLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
type ServiceLogLevel = (typeof serviceLogLevels)[number];

/** One line of the service's own log, masked. */
export interface ServiceLogEntry {
  /** Counts up from 1 at the start of the process. */
  seq: number;
  /** RFC 3339, milliseconds. */
  at: string;
  level: ServiceLogLevel;
  message: string;
  data: JsonObject;
}

export interface ServiceLogFilter {
  /** The least severe level that is returned. */
  level?: ServiceLogLevel;
  /** RFC 3339. */
  since?: string;
  /** A part of the message or the data; case does not matter. */
  text?: string;
  /** Only entries with a greater `seq`. */
  after?: number;
}

export interface ServiceLogReader {
  /** Returns the newest entries that match, oldest first. */
  list(filter: ServiceLogFilter, limit: number): ServiceLogEntry[];
  /** Yields matching entries after `after`, then new ones, until the signal aborts. A slow reader misses the oldest. */
  follow(filter: ServiceLogFilter, signal: AbortSignal): AsyncIterable<ServiceLogEntry>;
}
