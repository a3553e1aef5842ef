import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { LogLevel } from '../connectors/contract.js';
import { FlowError, type FlowErrorBody, type StepKey, type TaskEvent } from '../flows/contract.js';
import type { Sealing } from '../vault/contract.js';
import type { RunStatus } from './contract.js';
import { jsonText } from './errors.js';

interface Numbered {
  /** Counts up from 1 within the run. */
  seq: number;
  /** ms since the epoch. */
  at: number;
}

/** What a task did, for the timeline and the log; recomputed on replay and kept once. */
export interface TaskEntry extends Numbered {
  t: 'task';
  event: TaskEvent['type'];
  key: StepKey;
  reference: string;
  name: string;
  task: string;
  attempt: number;
  digest?: string;
  error?: FlowErrorBody;
}

/** The outcome of an effect: durable before anyone uses it. */
export interface EffectEntry extends Numbered {
  t: 'effect';
  key: StepKey;
  output?: Json;
  error?: FlowErrorBody;
}

/** An effect's outcome on its way into the journal. */
export type Outcome = Omit<EffectEntry, 'seq' | 'at'>;

/** What the effect gave. @throws FlowError what it threw */
export function replay(outcome: Outcome): Json {
  if (outcome.error) throw new FlowError(outcome.error);
  return outcome.output ?? null;
}

/** A value that another evaluation might not give again. */
export interface ValueEntry extends Numbered {
  t: 'value';
  key: StepKey;
  value: Json;
}

export interface TimerEntry extends Numbered {
  t: 'timer';
  key: StepKey;
  due: number;
}

export interface LogLineEntry extends Numbered {
  t: 'log';
  level: LogLevel;
  message: string;
  reference?: string;
  data?: JsonObject;
  /** The log has reached its limit: no line follows. */
  ends?: true;
}

export interface StatusEntry extends Numbered {
  t: 'status';
  status: RunStatus;
  /** Goes on after it was suspended. */
  resumed?: true;
  error?: FlowErrorBody;
}

export type JournalEntry = TaskEntry | EffectEntry | ValueEntry | TimerEntry | LogLineEntry | StatusEntry;

/** An entry that only a replay needs, with a secret in it, as it is stored. */
interface SealedEntry extends Numbered {
  t: 'effect' | 'value';
  sealed: string;
}

/** As it may be stored: what only a replay needs is sealed where a secret is in it. The rest was masked before. */
export function toText(entry: JournalEntry, { keep }: Pick<Sealing, 'keep'>): string {
  const text = JSON.stringify(entry);
  if (entry.t !== 'effect' && entry.t !== 'value') return text;
  const kept = keep(text);
  if (kept === text) return text;
  const { seq, at, t } = entry;
  return JSON.stringify({ seq, at, t, sealed: kept } satisfies SealedEntry);
}

export function opened(entry: JournalEntry | SealedEntry, { open }: Pick<Sealing, 'open'>): JournalEntry {
  return 'sealed' in entry ? (JSON.parse(open(entry.sealed)) as JournalEntry) : entry;
}

/** What a line counts for against the limit on a run's log; the mark at its end counts as all that may follow. */
export function logSizeOf({ message, data, ends }: Pick<LogLineEntry, 'message' | 'data' | 'ends'>): number {
  if (ends) return Number.POSITIVE_INFINITY;
  return message.length + (data ? JSON.stringify(data).length : 0);
}

/** Short digests of values: `sha256:` and the first 16 hex digits over the JSON text. */
export class Digests {
  #last: { value: Json; digest: string } | undefined;

  /**
   * A task's output is most often the next one's input: one digest serves both.
   * @param look sees the JSON text of a value that is new
   */
  of(value: Json, look?: (text: string) => void): string {
    if (this.#last && this.#last.value === value) return this.#last.digest;
    const text = jsonText(value);
    look?.(text);
    const digest = `sha256:${hash('sha256', text).slice(0, 16)}`;
    this.#last = { value, digest };
    return digest;
  }
}

/** A task event, with digests in place of its data. @param lookAtOutput sees the JSON text of what the task gives */
export function toTaskEntry(
  event: TaskEvent,
  digests: Digests,
  lookAtOutput: (text: string) => void,
): Omit<TaskEntry, 'seq' | 'at'> {
  const { type, key, reference, name, task, attempt, data, error } = event;
  const entry: Omit<TaskEntry, 'seq' | 'at'> = {
    t: 'task',
    event: type,
    key,
    reference,
    name,
    task,
    attempt,
  };
  if (data !== undefined) entry.digest = digests.of(data, type === 'completed' ? lookAtOutput : undefined);
  if (error) entry.error = error;
  return entry;
}

/** What a journal answers to a plan that is executed again. */
export class Recorded {
  readonly effects = new Map<StepKey, EffectEntry>();
  readonly values = new Map<StepKey, Json>();
  readonly timers = new Map<StepKey, number>();
  readonly #noted = new Set<string>();
  /** The number of the last entry; 0 for an empty journal. */
  lastSeq = 0;
  /** Characters of log lines. */
  logSize = 0;

  static of(entries: Iterable<JournalEntry>): Recorded {
    const recorded = new Recorded();
    for (const entry of entries) {
      recorded.lastSeq = Math.max(recorded.lastSeq, entry.seq);
      if (entry.t === 'effect') recorded.effects.set(entry.key, entry);
      else if (entry.t === 'value') recorded.values.set(entry.key, entry.value);
      else if (entry.t === 'timer') recorded.timers.set(entry.key, entry.due);
      else if (entry.t === 'log') recorded.logSize += logSizeOf(entry);
      else if (entry.t === 'task') recorded.#noted.add(`${entry.event} ${entry.key}`);
    }
    return recorded;
  }

  hasNoted(event: TaskEvent): boolean {
    return this.#noted.size > 0 && this.#noted.has(`${event.type} ${event.key}`);
  }
}
