import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { LogLevel } from '../../connectors/contract/connector.js';
import type { FlowErrorBody } from '../../flows/index.js';
import type { JournalEntry, TaskEntry } from '../journal/journal-entry.js';
import { iso } from '../journal/run-state.js';

/** One row of the timeline: one execution of one task. */
export interface TaskRecord {
  key: string;
  reference: string;
  name: string;
  task: string;
  attempt: number;
  status: 'running' | 'waiting' | 'completed' | 'faulted' | 'skipped' | 'cancelled' | 'retried';
  startedAt: string;
  endedAt: string | null;
  durationMs: number | null;
  /** `sha256:` and the first 16 hex digits of the digest of the JSON text. */
  inputDigest: string | null;
  outputDigest: string | null;
  error: FlowErrorBody | null;
  /** The input of a task that raised an error, with secrets masked; null for others. */
  input: Json;
}

/** One line of a run's log. */
export interface LogEntry {
  /** Counts up within the run; also the id of the server-sent event. */
  seq: number;
  at: string;
  level: LogLevel;
  message: string;
  /** Reference of the task that the line belongs to. */
  reference: string | null;
  data: JsonObject | null;
}

/** Most records of one timeline: a run may execute a million tasks. */
const maxRecords = 10_000;

/** The timeline: one record for each execution of a task, in the order of their starts. */
export class Timeline {
  readonly #records = new Map<string, TaskRecord>();
  readonly #startedAt = new Map<string, number>();

  /** @param isWanted decides about the first entry of an execution */
  constructor(private readonly isWanted: (entry: TaskEntry) => boolean = () => true) {}

  get records(): TaskRecord[] {
    return [...this.#records.values()];
  }

  /** True when later tasks are left out. */
  get isFull(): boolean {
    return this.#records.size >= maxRecords;
  }

  add(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      if (entry.t !== 'task') continue;
      const record = this.#records.get(entry.key);
      if (record) update(record, entry, this.#startedAt.get(entry.key) ?? entry.at);
      else if (!this.isFull && this.isWanted(entry)) {
        this.#startedAt.set(entry.key, entry.at);
        this.#records.set(entry.key, firstRecord(entry));
      }
    }
  }
}

function firstRecord(entry: TaskEntry): TaskRecord {
  const record: TaskRecord = {
    key: entry.key,
    reference: entry.reference,
    name: entry.name,
    task: entry.task,
    attempt: entry.attempt,
    status: 'running',
    startedAt: iso(entry.at),
    endedAt: null,
    durationMs: null,
    inputDigest: entry.event === 'started' ? (entry.digest ?? null) : null,
    outputDigest: null,
    error: null,
    input: null,
  };
  if (entry.event !== 'started') update(record, entry, entry.at);
  return record;
}

function update(record: TaskRecord, entry: TaskEntry, startedAt: number): void {
  if (entry.event === 'waiting') {
    record.status = 'waiting';
    return;
  }
  record.status = entry.event === 'started' ? 'running' : entry.event;
  if (entry.event === 'started') return;
  record.endedAt = iso(entry.at);
  record.durationMs = entry.at - startedAt;
  record.outputDigest = entry.event === 'completed' ? (entry.digest ?? null) : null;
  record.error = entry.error ?? null;
  record.input = entry.input ?? null;
}

/** The log line of an entry; undefined for entries that only a replay needs. */
export function toLogEntry(entry: JournalEntry): LogEntry | undefined {
  const numbered = { seq: entry.seq, at: iso(entry.at) };
  switch (entry.t) {
    case 'log': {
      const { level, message, reference = null, data = null } = entry;
      return { ...numbered, level, message, reference, data };
    }
    case 'status': {
      const { status, error } = entry;
      const message = `run ${status}${errorText(error)}`;
      return { ...numbered, level: error ? 'error' : 'info', message, reference: null, data: { status } };
    }
    case 'task': {
      const { event, name, task, key, attempt, reference, error } = entry;
      const message = `${name} ${event}${errorText(error)}`;
      const data = { event, name, task, key, attempt };
      return { ...numbered, level: levels[event], message, reference, data };
    }
    default:
      return undefined;
  }
}

const levels: Record<TaskEntry['event'], LogLevel> = {
  started: 'debug',
  completed: 'info',
  skipped: 'debug',
  waiting: 'info',
  retried: 'warn',
  cancelled: 'warn',
  faulted: 'error',
};

function errorText(error: FlowErrorBody | undefined): string {
  if (!error) return '';
  const text = [error.title, error.detail].filter(Boolean).join(': ') || error.type;
  return `: ${error.status} ${text}`;
}
