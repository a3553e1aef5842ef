import type { JsonObject } from '../../schemas/json.js';
import { Inbox, missed } from '../inbox/index.js';
import {
  type ServiceLogEntry,
  type ServiceLogFilter,
  type ServiceLogReader,
  serviceLogLevels,
} from './contract.js';

export interface ServiceLogOptions {
  /** Where lines go besides, masked: a terminal, a file. */
  sinks?: readonly { write(line: string): void }[];
  /** Entries that are kept in memory. */
  kept?: number;
}

const mostKept = 2_000;
const unshown = new Set(['level', 'time', 'pid', 'hostname', 'msg']);

/** The service's own log: takes the lines of pino, masks them, passes them on, and keeps the newest for readers. */
export class ServiceLog implements ServiceLogReader {
  readonly #entries: ServiceLogEntry[] = [];
  readonly #listeners = new Set<(entry: ServiceLogEntry) => void>();
  readonly #kept: number;
  #seq = 0;
  #mask: (jsonText: string) => string = (text) => text;

  constructor(private readonly options: ServiceLogOptions = {}) {
    this.#kept = options.kept ?? mostKept;
  }

  /** From now on lines are masked so, JSON text to JSON text. */
  maskWith(mask: (jsonText: string) => string): void {
    this.#mask = mask;
  }

  /** A line of JSON, as pino writes it. */
  write(line: string): void {
    const masked = `${this.#mask(line.trimEnd())}\n`;
    for (const sink of this.options.sinks ?? []) sink.write(masked);
    this.#entries.push(this.#toEntry(masked));
    if (this.#entries.length > this.#kept * 1.5) this.#entries.splice(0, this.#entries.length - this.#kept);
    const entry = this.#entries.at(-1) as ServiceLogEntry;
    for (const listener of this.#listeners) listener(entry);
  }

  list(filter: ServiceLogFilter, limit: number): ServiceLogEntry[] {
    const fits = fitting(filter);
    return this.#entries.slice(-this.#kept).filter(fits).slice(-limit);
  }

  /** A reader who is too slow misses what is no longer kept. */
  async *follow(filter: ServiceLogFilter, signal: AbortSignal): AsyncGenerator<ServiceLogEntry> {
    const fits = fitting(filter);
    const inbox = new Inbox<ServiceLogEntry>();
    const listener = (entry: ServiceLogEntry): void => {
      if (fits(entry)) inbox.put(entry);
    };
    this.#listeners.add(listener);
    let after = filter.after ?? 0;
    const unseen = () => this.list({ ...filter, after }, this.#kept);
    try {
      for (const entry of unseen()) {
        after = entry.seq;
        yield entry;
      }
      for await (const entry of inbox.drain(signal)) {
        for (const one of entry === missed ? unseen() : [entry]) {
          if (one.seq <= after) continue;
          after = one.seq;
          yield one;
        }
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  #toEntry(line: string): ServiceLogEntry {
    const fields = JSON.parse(line) as JsonObject;
    const data = Object.entries(fields).filter(([name]) => !unshown.has(name));
    const level = serviceLogLevels[Math.floor(Number(fields['level']) / 10) - 1] ?? 'info';
    this.#seq += 1;
    return {
      seq: this.#seq,
      at: new Date(Number(fields['time']) || Date.now()).toISOString(),
      level,
      message: String(fields['msg'] ?? ''),
      data: Object.fromEntries(data.map(([name, value]) => [name, name === 'err' ? told(value) : value])),
    };
  }
}

/** An error for readers of the API: what happened, not where in the code. */
function told(error: unknown): JsonObject {
  const { type, message, code } = (error ?? {}) as Record<string, string>;
  return { type: type ?? 'Error', message: message ?? '', ...(code === undefined ? {} : { code }) };
}

function fitting({ level, since, text, after = 0 }: ServiceLogFilter): (entry: ServiceLogEntry) => boolean {
  const least = level === undefined ? 0 : serviceLogLevels.indexOf(level);
  const from = since === undefined ? 0 : Date.parse(since);
  const wanted = text?.toLowerCase();
  return (entry) =>
    entry.seq > after &&
    serviceLogLevels.indexOf(entry.level) >= least &&
    (from === 0 || Date.parse(entry.at) >= from) &&
    (wanted === undefined ||
      entry.message.toLowerCase().includes(wanted) ||
      JSON.stringify(entry.data).toLowerCase().includes(wanted));
}
