import { hash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { LogLevel } from '../../connectors/contract/connector.js';
import {
  FlowError,
  type FlowErrorBody,
  type ReceivedEvent,
  type StepKey,
  standardError,
  type TaskEvent,
} from '../../flows/index.js';
import type { ProblemCode } from '../../problems/index.js';
import type { Sealing } from '../../security/vault/contract.js';
import type { AnswerCut } from './answer-policy.js';
import { RunPath } from './run-path.js';
import type { RunStatus } from './run-state.js';

interface Numbered {
  /** Counts up from 1 within the run. */
  seq: number;
  /** ms since the epoch. */
  at: number;
}

/** A task event, for the timeline and the log. A replay computes it again; it is kept once. */
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
  /** The input of the task that raised the error, for people. */
  input?: Json;
}

/** The outcome of an effect: durable before the run uses it. */
interface EffectEntry extends Numbered {
  t: 'effect';
  key: StepKey;
  output?: Json;
  error?: FlowErrorBody;
  /** Why the output is no longer there, in the journal of an ended run. */
  cut?: AnswerCut;
}

/** An effect's outcome before it is appended to the journal. */
export type Outcome = Omit<EffectEntry, 'seq' | 'at'>;

/** Returns the output of the effect. @throws FlowError the error of the effect */
export function replay(outcome: Outcome): Json {
  if (outcome.error) throw new FlowError(outcome.error);
  return outcome.output ?? null;
}

/** A value that may differ between evaluations, such as the current time. */
interface ValueEntry extends Numbered {
  t: 'value';
  key: StepKey;
  value: Json;
}

/** The values of a secret as a flow has read them, opaque, or the error of the read. */
interface SecretEntry extends Numbered {
  t: 'secret';
  /** As `use.secrets` has it. */
  name: string;
  /** By key; equal values of the installation have equal digests. */
  digests?: Readonly<Record<string, string>>;
  error?: FlowErrorBody;
}

interface TimerEntry extends Numbered {
  t: 'timer';
  key: StepKey;
  due: number;
}

interface LogLineEntry extends Numbered {
  t: 'log';
  level: LogLevel;
  message: string;
  reference?: string;
  data?: JsonObject;
  /** Set when the log has reached its limit: no line follows. */
  ends?: true;
}

interface StatusEntry extends Numbered {
  t: 'status';
  status: RunStatus;
  /** The version of svc that executes the run from here on; set where it begins or continues. */
  version?: string;
  /** Set when the run continues after a suspension. */
  resumed?: true;
  error?: FlowErrorBody;
}

/** An event that the run sent, with secrets masked. It is accepted in the transaction of this entry. */
interface EmitEntry extends Numbered {
  t: 'emit';
  key: StepKey;
  event: JsonObject;
  /** Missing in entries of versions in which the input of the task was its output. */
  isOutput?: true;
}

/** An event that the run has consumed. */
interface EventEntry extends Numbered, ReceivedEvent {
  t: 'event';
  key: StepKey;
  /** Why the event is an empty one, in the journal of an ended run. */
  cut?: AnswerCut;
}

export type JournalEntry =
  | TaskEntry
  | EffectEntry
  | ValueEntry
  | SecretEntry
  | TimerEntry
  | LogLineEntry
  | StatusEntry
  | EmitEntry
  | EventEntry;

/** The stored form of an entry that only a replay needs and that holds a secret. */
interface SealedEntry extends Numbered {
  t: 'effect' | 'value' | 'event';
  sealed: string;
}

/** The stored form of an entry. Entries that only a replay needs are sealed if they hold a secret; others are masked already. */
function toText(entry: JournalEntry, { keep }: Pick<Sealing, 'keep'>): string {
  const text = toJsonText(entry);
  if (entry.t !== 'effect' && entry.t !== 'value' && entry.t !== 'event') return text;
  const kept = keep(text);
  if (kept === text) return text;
  const { seq, at, t } = entry;
  return toJsonText({ seq, at, t, sealed: kept } satisfies SealedEntry);
}

/** The stored form of entries that follow each other. */
export function toTexts(entries: readonly JournalEntry[], sealing: Pick<Sealing, 'keep'>): string {
  const isPlain = entries.every(({ t }) => t !== 'effect' && t !== 'value' && t !== 'event');
  return isPlain ? toJsonText(entries) : `[${entries.map((entry) => toText(entry, sealing)).join(',')}]`;
}

export function opened(entry: JournalEntry | SealedEntry, { open }: Pick<Sealing, 'open'>): JournalEntry {
  return 'sealed' in entry ? (parseJsonText(open(entry.sealed)) as JournalEntry) : entry;
}

/** Returns the answer in an entry that a policy may not keep; null where it has none. */
function getAnswer(entry: JournalEntry): Json {
  if (entry.t === 'event') return entry.event;
  return entry.t === 'effect' ? (entry.output ?? null) : null;
}

/** True for an entry with an answer that a policy may not keep. */
export function hasAnswer(entry: JournalEntry): boolean {
  return getAnswer(entry) !== null;
}

/** The entry without an answer of more than this number of bytes, -1 for none; the entry itself where it has none. */
export function cutAnswer(entry: JournalEntry, maxBytes: number): JournalEntry {
  const answer = getAnswer(entry);
  if (answer === null || (maxBytes >= 0 && !isLargerThan(toJsonText(answer), maxBytes))) return entry;
  const cut = maxBytes < 0 ? 'answers' : 'size';
  const { seq, at } = entry;
  if (entry.t === 'event')
    return { seq, at, t: 'event', key: entry.key, position: entry.position, event: {}, cut };
  return entry.t === 'effect' ? { seq, at, t: 'effect', key: entry.key, cut } : entry;
}

/** Characters of the digest of a secret's value. */
const secretDigestLength = 12;

/** Digests of the values of a secret under a key of the installation, for equality and nothing else. */
export function secretDigests(
  values: Readonly<Record<string, string>>,
  sign: (text: string) => string,
): Record<string, string> {
  const digests = Object.entries(values).map(
    ([key, value]) => [key, sign(`secret value\n${value}`).slice(0, secretDigestLength)] as const,
  );
  return Object.fromEntries(digests);
}

/** The size of a line, counted against the limit on a run's log. The mark at the end of the log counts as infinite. */
export function getLogSize({ message, data, ends }: Pick<LogLineEntry, 'message' | 'data' | 'ends'>): number {
  if (ends) return Number.POSITIVE_INFINITY;
  return message.length + (data ? toJsonText(data).length : 0);
}

/** Short digests of values: `sha256:` and the first 16 hex digits over the JSON text. */
export class Digests {
  #last: { value: Json; digest: string } | undefined;

  /**
   * Remembers the last value, as the output of a task is usually the input of the next.
   * @param checkText is called with the JSON text of a value that is not the last one
   */
  of(value: Json, checkText?: (text: string) => void): string {
    if (this.#last && this.#last.value === value) return this.#last.digest;
    const text = jsonText(value);
    checkText?.(text);
    const digest = `sha256:${hash('sha256', text).slice(0, 16)}`;
    this.#last = { value, digest };
    return digest;
  }
}

/** Characters of JSON of the input that is recorded with an error. */
const maxShown = 16_000;

/** The input itself, or a sentence in place of a large one: a part of it could hold a part of a secret. */
function shownInput(input: Json): Json {
  try {
    const { length } = toJsonText(input);
    return length > maxShown ? `The input has ${length} characters of JSON and is not recorded` : input;
  } catch {
    return 'The input nests lists and objects too deep to be recorded';
  }
}

type NewTaskEntry = Omit<TaskEntry, 'seq' | 'at'>;

/** The entry of a task event, with a digest in place of the data. @param checkOutput is called with the JSON text of an output */
export function toTaskEntry(
  event: TaskEvent,
  digests: Digests,
  checkOutput: (text: string) => void,
): NewTaskEntry {
  const { type, key, reference, name, task, attempt, data, error } = event;
  const entry: NewTaskEntry = { t: 'task', event: type, key, reference, name, task, attempt };
  if (type === 'faulted') {
    if (data !== undefined) entry.input = shownInput(data);
  } else if (data !== undefined)
    entry.digest = digests.of(data, type === 'completed' ? checkOutput : undefined);
  if (error) entry.error = error;
  return entry;
}

/** The journal of an earlier execution, indexed for a replay. Most runs have none, and need no index of what they do. */
export class Recorded {
  #effects: Map<StepKey, EffectEntry> | undefined;
  #values: Map<StepKey, Json> | undefined;
  #timers: Map<StepKey, number> | undefined;
  #emitted: Map<StepKey, JsonObject | undefined> | undefined;
  #events: Map<StepKey, ReceivedEvent> | undefined;
  #noted: Set<string> | undefined;
  #secrets: Map<string, string> | undefined;
  /** The number of the last entry; 0 for an empty journal. */
  lastSeq = 0;
  /** Characters of log lines. */
  logSize = 0;
  /** Characters of JSON. */
  size = 0;
  /** The path of the run so far; undefined for an empty one. */
  path: RunPath | undefined;
  /** Characters of the largest row; set by who reads the rows. */
  maxRowSize = 0;
  /** The version of svc that executed the run last; undefined for one that did not note it. */
  version: string | undefined;

  get effects(): Map<StepKey, EffectEntry> {
    this.#effects ??= new Map();
    return this.#effects;
  }

  get values(): Map<StepKey, Json> {
    this.#values ??= new Map();
    return this.#values;
  }

  get timers(): Map<StepKey, number> {
    this.#timers ??= new Map();
    return this.#timers;
  }

  /** True when it has answers that a policy may not keep. */
  get hasAnswers(): boolean {
    return (this.#effects?.size ?? 0) + (this.#events?.size ?? 0) > 0;
  }

  /** The events that the run sent; undefined for one that is not the output of its task. */
  get emitted(): Map<StepKey, JsonObject | undefined> {
    this.#emitted ??= new Map();
    return this.#emitted;
  }

  get events(): Map<StepKey, ReceivedEvent> {
    this.#events ??= new Map();
    return this.#events;
  }

  /** JSON texts of the last digests of each secret. */
  get secrets(): Map<string, string> {
    this.#secrets ??= new Map();
    return this.#secrets;
  }

  static of(entries: Iterable<JournalEntry>): Recorded {
    const recorded = new Recorded();
    for (const entry of entries) recorded.add(entry);
    return recorded;
  }

  add(entry: JournalEntry): void {
    this.lastSeq = Math.max(this.lastSeq, entry.seq);
    if (entry.t === 'effect') this.effects.set(entry.key, entry);
    else if (entry.t === 'value') this.values.set(entry.key, entry.value);
    else if (entry.t === 'timer') this.timers.set(entry.key, entry.due);
    else if (entry.t === 'emit') this.emitted.set(entry.key, entry.isOutput && entry.event);
    else if (entry.t === 'event') this.events.set(entry.key, entry);
    else if (entry.t === 'status') this.version = entry.version ?? this.version;
    else if (entry.t === 'secret') this.secrets.set(entry.name, toJsonText(entry.digests ?? null));
    else if (entry.t === 'log') this.logSize += getLogSize(entry);
    else if (entry.t === 'task') {
      this.path ??= new RunPath();
      this.path.add(entry.reference, entry.event);
      this.#noted ??= new Set();
      this.#noted.add(`${entry.event} ${entry.key}`);
      if (endsTask(entry.event)) this.#noted.add(`ended ${entry.key}`);
    }
  }

  /**
   * True for an event that is in the journal, and for the end of a task that has ended: a call that came back after its task was
   * cancelled would complete the task in a replay.
   */
  hasNoted({ type, key }: TaskEvent): boolean {
    if (this.#noted === undefined) return false;
    return this.#noted.has(`${type} ${key}`) || (endsTask(type) && this.#noted.has(`ended ${key}`));
  }
}

function endsTask(type: TaskEvent['type']): boolean {
  return type === 'completed' || type === 'faulted' || type === 'cancelled' || type === 'skipped';
}

/** The largest output of a run, in bytes of JSON, whatever the settings allow a task. */
const maxRunOutputBytes = 8 * 1024 * 1024;

/** @throws FlowError for the JSON text of a task's output that has more than `limit` bytes */
export function refuseLargeOutput(text: string, limit: number): void {
  if (!isLargerThan(text, limit)) return;
  const detail = `The task's output has more than the ${limit} bytes of JSON that \`Limits.TaskOutput\` allows`;
  throw standardError('runtime', { title: 'Task output too large', detail, code: 'task_output_too_large' });
}

/** The error of a run with a too large output; null for an output of an allowed size. */
export function runOutputError(output: Json): FlowErrorBody | null {
  if (!isLargerThan(toJsonText(output), maxRunOutputBytes)) return null;
  const detail = `The output of the run has more than ${maxRunOutputBytes} bytes of JSON; store the data elsewhere and return a reference to it`;
  return standardError('runtime', { title: 'Output too large', detail, code: 'task_output_too_large' }).body;
}

/** The value as JSON text. @throws FlowError for a value that is nested too deep to be written as JSON */
export function jsonText(value: Json): string {
  try {
    return toJsonText(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const detail = 'The value nests lists and objects so deep that it cannot be written as JSON';
    throw standardError('runtime', { title: 'Value nested too deep', detail, cause: error });
  }
}

/** True when a text has more than `limit` bytes in UTF-8. Counts bytes only if the length leaves that open. */
export function isLargerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && Buffer.byteLength(text) > limit;
}

/** The error of a run that exceeds a limit which its flow cannot catch. */
export function limitExceeded(setting: 'RunTasks' | 'RunJournal', limit: number): FlowErrorBody {
  const [title, detail, code] = {
    RunTasks: ['Too many tasks', `The run started more than ${limit} tasks`, 'step_limit'],
    RunJournal: ['Journal too large', `The journal of the run has more than ${limit} bytes`, 'journal_limit'],
  }[setting] as [string, string, ProblemCode];
  const reason = `${detail}, which \`Limits.${setting}\` does not allow`;
  return standardError('runtime', { title, detail: reason, code }).body;
}

export function durationExceeded(ms: number): FlowErrorBody {
  const detail = `The run took longer than the ${ms} ms that \`Limits.FlowDuration\` allows`;
  const code = 'flow_duration_exceeded';
  return standardError('timeout', { title: 'Flow duration exceeded', detail, code }).body;
}

export function journalUnwritable(): FlowErrorBody {
  const detail =
    'svc could not write the journal of this run; the service log has the reason under the id of this run';
  return standardError('runtime', { title: 'Journal not written', detail }).body;
}

export function internalError(): FlowErrorBody {
  const detail = 'svc failed while it ran this flow; the service log has more under the id of this run';
  return standardError('runtime', { title: 'Internal error', detail }).body;
}
