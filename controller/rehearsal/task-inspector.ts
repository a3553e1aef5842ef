import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import type { Json } from '../../schemas/json/types.js';
import { Semaphore } from '../concurrency/turns.js';
import type { TaskEvent } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { RunEngine, RunRecord, TaskRecord } from '../runs/contract.js';
import { Digests, explainCut } from '../runs/index.js';
import type { Sealing } from '../security/vault/contract.js';
import { type DataReader, RecordedHost, type RehearsalEnd } from './record/recorded-host.js';
import { RecordedJournal, withoutDigests } from './record/recorded-journal.js';

/** The data of one execution of a task, in the order of the language's data flow. */
const stages = ['input', 'transformedInput', 'rawOutput', 'output'] as const;
type Stage = (typeof stages)[number];

/** One execution of a task with its data; secrets are masked. */
export interface InspectedTask extends Omit<TaskRecord, 'input' | 'inputDigest' | 'outputDigest'> {
  /** The loops around the task, the outermost first. */
  iteration: { task: string; index: number }[];
  /** The data that came to the task. */
  input: Json;
  /** The data that the task worked on, for a task with `input`; null for others, which work on `input`. */
  transformedInput: Json;
  /** The result of the task before its `output`; null for a task without. */
  rawOutput: Json;
  output: Json;
  /** Names of the values that are cut: each is the beginning of its JSON, as text. */
  cut: Stage[];
  /** True where a value depends on a secret, which is masked in it. */
  hasSecret: boolean;
  /** Why data of the execution is not shown; null when all is. */
  missing: string | null;
}

export interface InspectOptions {
  /** The reference, the name or the key of a task. */
  task: string;
  limit: number;
  cursor?: string | undefined;
  /** True for values up to 4,194,304 characters instead of 65,536. */
  isWhole?: boolean;
}

/** Whose data is shown: `Flows.TaskData`. */
type ShownData = 'all' | 'failed' | 'none';

interface InspectorOptions {
  runs: Pick<RunEngine, 'record' | 'executions'>;
  sealing: Pick<Sealing, 'maskJson'>;
  shownData: ShownData;
  /** The longest time of one recomputation, in ms. Default 10,000. */
  maxMs?: number;
}

/** Characters of the JSON of one value. */
const maxShown = 65_536;
const maxWhole = 4_194_304;
/** Runs that are computed again at the same time. */
const places = 2;

/** Shows the data of tasks: computes a run again from its journal, and keeps what the selected executions had. */
export class TaskInspector {
  readonly #places = new Semaphore(places);
  readonly #maxMs: number;

  constructor(private readonly options: InspectorOptions) {
    this.#maxMs = options.maxMs ?? 10_000;
  }

  /**
   * Returns the executions of one task of a run, in the order of their starts, with their data.
   * @throws Problem run_not_found, run_task_not_found
   */
  async inspect(
    id: string,
    { task, limit, cursor, isWhole = false }: InspectOptions,
    signal?: AbortSignal,
  ): Promise<{ items: InspectedTask[]; nextCursor: string | null }> {
    const records = await this.options.runs.executions(
      id,
      ({ key, reference, name }) => key === task || reference === task || name === task,
    );
    if (records.length === 0)
      throw new Problem('run_task_not_found', `The run ${id} has no execution of a task \`${task}\``);
    const before = records.findIndex(({ key }) => key === cursor);
    if (cursor !== undefined && before === -1)
      throw new Problem('run_task_not_found', `The run ${id} has no execution \`${cursor}\` of this task`);
    const first = before + 1;
    const page = records.slice(first, first + limit);
    const last = page.at(-1);
    const hasMore = first + page.length < records.length;
    const items = await this.#places.run(() => this.#read(id, page, isWhole ? maxWhole : maxShown), signal);
    return { items, nextCursor: hasMore && last !== undefined ? last.key : null };
  }

  /** Returns why the data of an execution is hidden; nothing for an execution whose data is shown. */
  findHidingReason({ status }: Pick<TaskRecord, 'status'>): string | undefined {
    const { shownData } = this.options;
    if (shownData === 'all' || (shownData === 'failed' && status === 'faulted')) return undefined;
    return `\`Flows.TaskData: ${shownData}\` hides the data of this execution`;
  }

  async #read(id: string, records: readonly TaskRecord[], maxLength: number): Promise<InspectedTask[]> {
    const selected = records.filter((record) => this.findHidingReason(record) === undefined);
    const inspected = new Map(records.map((record) => [record.key, toInspected(record)] as const));
    for (const record of records) {
      const item = inspected.get(record.key);
      if (item) item.missing = this.findHidingReason(record) ?? null;
    }
    if (selected.length > 0)
      await this.#compute(await this.options.runs.record(id), selected, inspected, maxLength);
    return [...inspected.values()];
  }

  /** Computes the run again, and adds the data of the selected executions. */
  async #compute(
    record: RunRecord,
    selected: readonly TaskRecord[],
    inspected: ReadonlyMap<string, InspectedTask>,
    maxLength: number,
  ): Promise<void> {
    const journal = await RecordedJournal.read(record.entries);
    const collector = new Collector(selected, inspected, journal, this.options.sealing, maxLength);
    const host = new RecordedHost(record, journal, collector);
    collector.whenComplete = () => host.end('complete');
    const timer = setTimeout(() => host.end('late'), this.#maxMs);
    try {
      // An error is that of the run, or the end of the record.
      await record.plan.execute(record.state.input, host).catch(() => {});
    } finally {
      clearTimeout(timer);
      host.end('recorded');
    }
    for (const { key } of selected) collector.explain(key, host.ended);
  }
}

/** Keeps the data of the selected executions, and compares it with the digests that the run recorded. */
class Collector implements DataReader {
  readonly #digests = new Digests();
  /** Executions of which not all data has come. */
  readonly #open = new Set<string>();
  readonly #differs = new Set<string>();
  readonly #seen = new Set<string>();
  whenComplete: () => void = () => {};

  constructor(
    selected: readonly TaskRecord[],
    private readonly inspected: ReadonlyMap<string, InspectedTask>,
    private readonly journal: RecordedJournal,
    private readonly sealing: Pick<Sealing, 'maskJson'>,
    private readonly maxLength: number,
  ) {
    for (const { key } of selected) this.#open.add(key);
  }

  note({ type, key, data }: TaskEvent): void {
    if (!this.#open.has(key)) return;
    if (type === 'started') {
      this.#seen.add(key);
      this.#keepChecked(key, 'input', type, data);
    }
    if (type === 'completed') this.#keepChecked(key, 'output', type, data);
    if (type !== this.inspected.get(key)?.status) return;
    this.#open.delete(key);
    if (this.#open.size === 0) this.whenComplete();
  }

  observe(key: string, stage: Stage, value: Json): void {
    if (this.#open.has(key) && this.#seen.has(key) && !this.#differs.has(key)) this.#keep(key, stage, value);
  }

  /** Says why the data of an execution is not complete, once the run has been computed. */
  explain(key: string, end: RehearsalEnd | undefined): void {
    const item = this.inspected.get(key);
    if (!item) return;
    if (this.#differs.has(key)) item.missing = differs;
    else if (this.#isIncomplete(item)) item.missing = reasons[end ?? 'recorded'];
  }

  /** A task that was cancelled, or is at work, has an input only; one that was skipped, or is the mark of another attempt, no data. */
  #isIncomplete({ key, status }: InspectedTask): boolean {
    if (status === 'skipped' || status === 'retried') return false;
    if (status === 'completed' || status === 'faulted') return this.#open.has(key);
    return !this.#seen.has(key);
  }

  #keepChecked(key: string, stage: Stage, type: TaskEvent['type'], data: Json | undefined): void {
    if (data === undefined) return;
    const item = this.inspected.get(key);
    const recorded = this.journal.getDigest(type, key);
    if (!item || recorded === undefined) return;
    if (this.#digests.of(data) !== recorded) {
      if (this.journal.secrets.size === 0) {
        this.#differs.add(key);
        return;
      }
      item.hasSecret = true;
    }
    this.#keep(key, stage, data);
  }

  #keep(key: string, stage: Stage, value: Json): void {
    const item = this.inspected.get(key);
    if (!item) return;
    const shown = toShown(value, this.sealing, this.maxLength);
    item[stage] = shown.value;
    if (shown.isCut) item.cut.push(stage);
  }
}

const differs =
  'The data cannot be computed again: what svc computes differs from the digest that the run recorded';
const reasons: Readonly<Record<RehearsalEnd, string>> = {
  recorded: 'The record of the run ends before the end of this execution',
  complete: 'The record of the run ends before the end of this execution',
  answers: `The data depends on answers that are not there: ${explainCut('answers')}`,
  size: `The data depends on answers that are not there: ${explainCut('size')}`,
  late: 'The run takes too long to be computed again: ask for fewer or earlier executions',
  'unrecorded-secret':
    'The run read a secret in an earlier version of svc, which did not record that: what depends on it cannot be computed again',
};

function toInspected(record: TaskRecord): InspectedTask {
  const { key, reference, name, task, attempt, status, startedAt, endedAt, durationMs, error } = record;
  return {
    key,
    reference,
    name,
    task,
    attempt,
    iteration: getIterations(key),
    status,
    startedAt,
    endedAt,
    durationMs,
    input: null,
    transformedInput: null,
    rawOutput: null,
    output: null,
    error,
    cut: [],
    hasSecret: false,
    missing: null,
  };
}

/** The iterations in the key of a step: `/do/1/each@3/do/0/get#2` is in iteration 3 of `/do/1/each`. */
export function getIterations(key: string): { task: string; index: number }[] {
  return [...key.matchAll(/@(\d+)/g)].map((match) => ({
    task: key.slice(0, match.index).replaceAll(/[@#~]\d+/g, ''),
    index: Number(match[1]),
  }));
}

/** The value as callers see it: masked, and the beginning of its JSON where it is large. */
function toShown(
  value: Json,
  { maskJson }: Pick<Sealing, 'maskJson'>,
  maxLength: number,
): { value: Json; isCut: boolean } {
  try {
    const masked = maskJson(value);
    const text = toJsonText(masked);
    const plain = withoutDigests(text);
    if (plain.length > maxLength) return { value: `${plain.slice(0, maxLength)}…`, isCut: true };
    return { value: plain === text ? masked : (parseJsonText(plain) as Json), isCut: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: 'The value nests lists and objects too deep to be shown', isCut: true };
  }
}
