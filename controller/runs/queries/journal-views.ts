import { toJsonText } from '../../../schemas/json/json-text.js';
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

/** Most records of one page of a timeline: a run may execute a million tasks. */
const maxRecords = 10_000;

/** An execution as a list shows it. */
export interface ListedTask extends TaskRecord {
  /** The number of the executions inside of it; only where those of one execution are listed. */
  inside?: number;
  /** The number of the executions of its task; only where the last one of each task is listed. */
  executions?: number;
}

/** The executions that a timeline has. */
export interface TaskSelection {
  /** Decides by the first entry of an execution; all when left out. */
  isWanted?: ((entry: TaskEntry) => boolean) | undefined;
  /** The key of an execution, or of an iteration of a loop: only what runs directly inside of it. `/` for the outermost. */
  parent?: string | undefined;
  /** Only executions that began after the journal entry with this number. */
  after?: number | undefined;
  /** Default and maximum 10,000. */
  limit?: number | undefined;
}

/** Executions whose end is looked for in the text of entries; the ends of more are found by reading all. */
const maxAwaited = 16;

/** Returns a text as it stands inside of a string of JSON. */
export function toJsonPart(text: string): string {
  return toJsonText(text).slice(1, -1);
}

/** Entries with which an execution begins. */
const firstEvents: ReadonlySet<TaskEntry['event']> = new Set(['started', 'skipped', 'retried']);

/** The timeline: one record for each execution of a task, in the order of their starts. */
export class Timeline {
  readonly #records = new Map<string, ListedTask>();
  readonly #startedAt = new Map<string, number>();
  readonly #limit: number;
  #lastSeq = 0;
  /** Keys of the records that have no end yet. */
  readonly #unended = new Set<string>();
  /** True when there are later executions. */
  hasMore = false;

  constructor(private readonly selection: TaskSelection = {}) {
    this.#limit = Math.min(selection.limit ?? maxRecords, maxRecords);
  }

  get records(): ListedTask[] {
    return [...this.#records.values()];
  }

  /** The number of the journal entry with which the last execution began. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** True when no further entry changes the records. */
  get isComplete(): boolean {
    return this.hasMore && this.#unended.size === 0;
  }

  /** True when all records are there, and nothing but the ends of a few is missing: `addEnds` takes them. */
  get awaitsEnds(): boolean {
    const { size } = this.#unended;
    return this.selection.parent === undefined && this.hasMore && size > 0 && size <= maxAwaited;
  }

  /** Tells whether entries may change the records, by their JSON. */
  mayMatter(json: string): boolean {
    const { parent } = this.selection;
    if (parent !== undefined) return parent === '/' || json.includes(toJsonPart(parent));
    if (!this.hasMore || this.#unended.size > maxAwaited) return true;
    return [...this.#unended].some((key) => json.includes(`"${toJsonPart(key)}"`));
  }

  add(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      if (entry.t !== 'task') continue;
      const record = this.#records.get(entry.key);
      if (record) this.#update(record, entry);
      else if (firstEvents.has(entry.event)) this.#begin(entry);
    }
  }

  /** Adds the last state of executions that have no end yet. Call it for the entries of a journal from its last piece on. */
  addEnds(entries: readonly JournalEntry[]): void {
    for (const entry of entries.toReversed()) {
      if (entry.t !== 'task' || !this.#unended.delete(entry.key)) continue;
      const record = this.#records.get(entry.key);
      if (record) this.#update(record, entry);
    }
  }

  #begin(entry: TaskEntry): void {
    const { isWanted, parent, after = 0 } = this.selection;
    const isInView = parent === undefined || isDirectlyInside(entry.key, parent);
    if (isInView && entry.seq > after && (isWanted?.(entry) ?? true)) {
      if (this.#records.size >= this.#limit) {
        this.hasMore = true;
        return;
      }
      const record: ListedTask = firstRecord(entry);
      if (parent !== undefined) record.inside = 0;
      this.#records.set(entry.key, record);
      this.#startedAt.set(entry.key, entry.at);
      this.#lastSeq = entry.seq;
      if (record.endedAt === null) this.#unended.add(entry.key);
    } else if (parent !== undefined) {
      this.#countInside(entry.key);
    }
  }

  #countInside(key: string): void {
    for (let above = getParentKey(key); above !== ''; above = getParentKey(getExecutionKey(above))) {
      const record = this.#records.get(above) ?? this.#records.get(getExecutionKey(above));
      if (record?.inside === undefined) continue;
      record.inside++;
      return;
    }
  }

  #update(record: TaskRecord, entry: TaskEntry): void {
    update(record, entry, this.#startedAt.get(entry.key) ?? entry.at);
    if (record.endedAt !== null) this.#unended.delete(entry.key);
  }
}

/** The last execution of each task, with the number of its executions, in the order in which the tasks began. */
export class LatestTasks {
  readonly #records = new Map<string, ListedTask & { executions: number }>();
  readonly #startedAt = new Map<string, number>();

  get records(): ListedTask[] {
    return [...this.#records.values()];
  }

  add(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      if (entry.t !== 'task') continue;
      const { reference, key } = entry;
      const record = this.#records.get(reference);
      if (record?.key === key) update(record, entry, this.#startedAt.get(reference) ?? entry.at);
      else if (firstEvents.has(entry.event)) {
        this.#startedAt.set(reference, entry.at);
        this.#records.set(reference, { ...firstRecord(entry), executions: (record?.executions ?? 0) + 1 });
      }
    }
  }
}

/** Returns the last fault of a task among entries. */
export function findLastFault(entries: readonly JournalEntry[], reference: string): TaskRecord | undefined {
  const entry = entries.findLast(
    (each): each is TaskEntry =>
      each.t === 'task' && each.event === 'faulted' && each.reference === reference,
  );
  return entry && firstRecord(entry);
}

/** The blocks of tasks that hold tasks, below the key of the one that holds them. */
const innermost =
  /^((?:.*\/\d+\/[^/]+)?)(?:\/do|\/try|\/catch\/do|\/fork\/branches|\/foreach\/do)\/\d+\/[^/]+$/s;

/** Returns the key that an execution is inside of, that of an iteration for a task in a loop; empty for the outermost. */
function getParentKey(key: string): string {
  return innermost.exec(key)?.[1] ?? '';
}

/** `/do/0/each` for `/do/0/each@3`, the key of an iteration, and for that of a further attempt. */
function getExecutionKey(key: string): string {
  return key.replace(/(?:[@#]\d+)+$/, '');
}

function isDirectlyInside(key: string, parent: string): boolean {
  const above = getParentKey(key);
  if (parent === '/') return above === '';
  return above === parent || (above !== '' && getExecutionKey(above) === parent);
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
