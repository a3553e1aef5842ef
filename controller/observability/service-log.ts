import type { JsonObject } from '../../schemas/json/types.js';
import { Inbox, missed } from '../concurrency/inbox.js';
import {
  type ServiceLogEntry,
  type ServiceLogFilter,
  type ServiceLogReader,
  serviceLogLevels,
} from './log-contract.js';

export interface ServiceLogOptions {
  /** Other outputs of the masked lines: a terminal, a file. */
  sinks?: readonly { write(line: string): void }[];
  kept?: number;
}

const maxKept = 2_000;
const notData = new Set(['level', 'time', 'pid', 'hostname', 'msg']);

/** The service's own log: masks the lines of pino, passes them to the sinks, and keeps the newest for readers. */
export class ServiceLog implements ServiceLogReader {
  readonly #entries: ServiceLogEntry[] = [];
  readonly #listeners = new Set<(entry: ServiceLogEntry) => void>();
  readonly #kept: number;
  #seq = 0;
  #mask: (jsonText: string) => string = (text) => text;

  constructor(private readonly options: ServiceLogOptions = {}) {
    this.#kept = options.kept ?? maxKept;
  }

  /** Masks all later lines with `mask`, a function from JSON text to JSON text. */
  maskWith(mask: (jsonText: string) => string): void {
    this.#mask = mask;
  }

  /** @param line JSON, as pino writes it */
  write(line: string): void {
    const masked = `${this.#mask(line.trimEnd())}\n`;
    for (const sink of this.options.sinks ?? []) sink.write(masked);
    const entry = this.#toEntry(masked);
    this.#entries.push(entry);
    if (this.#entries.length > this.#kept * 1.5) this.#entries.splice(0, this.#entries.length - this.#kept);
    for (const listener of this.#listeners) listener(entry);
  }

  list(filter: ServiceLogFilter, limit: number): ServiceLogEntry[] {
    const fits = fitting(filter);
    return this.#entries.slice(-this.#kept).filter(fits).slice(-limit);
  }

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
        for (const unread of entry === missed ? unseen() : [entry]) {
          if (unread.seq <= after) continue;
          after = unread.seq;
          yield unread;
        }
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  #toEntry(line: string): ServiceLogEntry {
    const fields = JSON.parse(line) as JsonObject;
    const data = Object.entries(fields)
      .filter(([name]) => !notData.has(name))
      .map(([name, value]) => [name, name === 'err' ? withoutStack(value) : value]);
    const level = serviceLogLevels[Math.floor(Number(fields['level']) / 10) - 1] ?? 'info';
    this.#seq += 1;
    return {
      seq: this.#seq,
      at: new Date(Number(fields['time']) || Date.now()).toISOString(),
      level,
      message: String(fields['msg'] ?? ''),
      data: Object.fromEntries(data),
    };
  }
}

/** Returns an error for readers of the API, without its stack. */
function withoutStack(error: unknown): JsonObject {
  const { type, message, code } = (error ?? {}) as Record<string, string>;
  return { type: type ?? 'Error', message: message ?? '', ...(code === undefined ? {} : { code }) };
}

function fitting({ level, since, text, after = 0 }: ServiceLogFilter): (entry: ServiceLogEntry) => boolean {
  const minLevel = level === undefined ? 0 : serviceLogLevels.indexOf(level);
  const from = since === undefined ? 0 : Date.parse(since);
  const lowered = text?.toLowerCase();
  return (entry) =>
    entry.seq > after &&
    serviceLogLevels.indexOf(entry.level) >= minLevel &&
    (from === 0 || Date.parse(entry.at) >= from) &&
    (lowered === undefined ||
      entry.message.toLowerCase().includes(lowered) ||
      JSON.stringify(entry.data).toLowerCase().includes(lowered));
}
