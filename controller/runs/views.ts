import type { JsonObject } from '../../schemas/json.js';
import type { LogLevel } from '../connectors/contract.js';
import type { FlowErrorBody } from '../flows/contract.js';
import type { LogEntry, TaskRecord } from './contract.js';
import type { JournalEntry, TaskEntry } from './journal.js';
import { iso } from './state.js';

/** The timeline: one record for each execution of a task, in the order they began. */
export function toTasks(entries: readonly JournalEntry[]): TaskRecord[] {
  const records = new Map<string, TaskRecord>();
  const startedAt = new Map<string, number>();
  for (const entry of entries) {
    if (entry.t !== 'task') continue;
    const record = records.get(entry.key);
    if (!record) {
      startedAt.set(entry.key, entry.at);
      records.set(entry.key, firstRecord(entry));
    } else {
      proceed(record, entry, startedAt.get(entry.key) ?? entry.at);
    }
  }
  return [...records.values()];
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
  };
  if (entry.event !== 'started') proceed(record, entry, entry.at);
  return record;
}

function proceed(record: TaskRecord, entry: TaskEntry, startedAt: number): void {
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
}

/** What the journal says to somebody who reads the log; undefined for entries that only a replay needs. */
export function toLogEntry(entry: JournalEntry): LogEntry | undefined {
  switch (entry.t) {
    case 'log':
      return line(entry, entry.level, entry.message, entry.reference ?? null, entry.data ?? null);
    case 'status':
      return line(entry, entry.error ? 'error' : 'info', `run ${entry.status}${because(entry.error)}`, null, {
        status: entry.status,
      });
    case 'task':
      return line(
        entry,
        levels[entry.event],
        `${entry.name} ${entry.event}${because(entry.error)}`,
        entry.reference,
        {
          event: entry.event,
          name: entry.name,
          task: entry.task,
          key: entry.key,
          attempt: entry.attempt,
        },
      );
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

function line(
  entry: JournalEntry,
  level: LogLevel,
  message: string,
  reference: string | null,
  data: JsonObject | null,
): LogEntry {
  return { seq: entry.seq, at: iso(entry.at), level, message, reference, data };
}

function because(error: FlowErrorBody | undefined): string {
  if (!error) return '';
  const what = [error.title, error.detail].filter(Boolean).join(': ') || error.type;
  return `: ${error.status} ${what}`;
}
