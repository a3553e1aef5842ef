import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical } from '../../../schemas/json/values.js';
import { LateSignal } from '../../concurrency/signals.js';
import type { Connector } from '../../connectors/index.js';
import type { Surroundings } from '../../expressions/index.js';
import { type FlowErrorBody, Interrupted, type StepKey, type TaskEvent } from '../../flows/index.js';
import { Digests } from '../../runs/index.js';
import { RecordedOrder } from '../record/recorded-order.js';
import { createSeededId } from '../record/rehearsed-run.js';
import type { CallPool } from './call-pool.js';
import type { RecordedRun, RecordedRuns } from './recorded-runs.js';
import type { CallMeaning, RehearsedCall } from './rehearsed-call.js';

/** An event of a task, with the digest of its data. */
export interface Step {
  readonly type: TaskEvent['type'];
  readonly key: StepKey;
  readonly flow: string;
  readonly reference: string;
  readonly task: string;
  readonly digest: string | undefined;
}

/** How a version ended. */
export type RehearsalOutcome =
  | { readonly status: 'completed'; readonly output: Json }
  | { readonly status: 'faulted'; readonly error: FlowErrorBody }
  /** It waits for what the record does not have, or took too long to compute. */
  | { readonly status: 'open'; readonly reason: string };

/** Values that the recorded version had, for the steps of another one. */
export interface RecordedValues {
  readonly randoms: { readonly key: StepKey; readonly value: Json }[];
  /** Texts of templates that may differ another time, by template and input. */
  readonly texts: Map<string, Json>;
  /** Secrets that the recorded version was about to read. */
  readonly unreadSecrets: Set<string>;
}

/** A task that asks a person, and the recorded one from which it has its answer. */
export interface OpenedTask {
  readonly from: RecordedRun | undefined;
  readonly key: StepKey;
  readonly form: JsonObject;
}

/** Steps that are kept of one version. */
const maxSteps = 100_000;
/** Secrets with which a version cannot be compared. */
const maxNotes = 20;

/**
 * The state that the runs of one version share in a rehearsal: the common order and the time, the calls and the steps. The recorded
 * version answers by the keys of its steps, and fills `values`; another one takes its answers from `pool`.
 */
export class Rehearsal implements Surroundings {
  readonly order: RecordedOrder;
  readonly ending = new LateSignal();
  readonly calls: RehearsedCall[] = [];
  readonly steps: Step[] = [];
  /** The parts that cannot be compared, in words. */
  readonly notes: string[] = [];
  /** The keys of lines of the log, which are not compared. */
  readonly logged = new Set<StepKey>();
  readonly opened = new Map<StepKey, OpenedTask>();
  readonly receivedEvents = new Set<object>();
  readonly receivedAt = new Map<StepKey, number>();
  /** When steps begin to wait for an event, ms since the epoch. */
  readonly listeningSince = new Map<StepKey, number>();
  readonly usedRandoms = new Set<object>();
  /** Runs that no task waits for. */
  readonly detached: Promise<unknown>[] = [];
  readonly #digests = new Digests();
  #time: number;
  #ids = 0;
  #endReason: string | undefined;

  constructor(
    readonly recorded: RecordedRuns,
    readonly values: RecordedValues,
    readonly pool: CallPool | undefined,
    /** By name: they say which inputs of their actions send the same. */
    readonly connectors: ReadonlyMap<string, Connector>,
  ) {
    const places: number[] = [];
    for (const run of recorded.all)
      for (const order of run.journal.getOrders()) places.push(recorded.toPlace(run, order));
    places.sort((a, b) => a - b);
    this.order = new RecordedOrder(places, () =>
      this.end('it waits for something that the record does not have'),
    );
    const { startedAt, createdAt } = recorded.root.record.state;
    this.#time = startedAt ?? createdAt;
  }

  get endReason(): string | undefined {
    return this.#endReason;
  }

  /** Ends all runs of the version, which unwind with `Interrupted`. */
  end(reason: string): void {
    this.#endReason ??= reason;
    this.ending.abort(new Interrupted('The rehearsal has ended'));
    this.order.close();
  }

  now(): number {
    return this.#time;
  }

  /** The same ids in the same order for each version. */
  randomId(): string {
    return createSeededId(this.recorded.root.record.state.id, this.#ids++);
  }

  /** Resolves when it is the turn of a place, which is the time of the rehearsal then. */
  async reach(place: number): Promise<void> {
    await this.order.reach(place);
    this.#advance(this.recorded.timeAt(place));
  }

  async reachTime(time: number): Promise<void> {
    if (time > this.#time) await this.order.reach(this.recorded.findPlace(time));
    this.#advance(time);
  }

  /** Calls `ring` at a time, unless the returned function is called before. */
  callAt(time: number, ring: () => void): () => void {
    return this.order.call(this.recorded.findPlace(time), () => {
      this.#advance(time);
      ring();
    });
  }

  note(step: Omit<Step, 'digest'>, data: Json | undefined): void {
    if (this.steps.length >= maxSteps) return;
    this.steps.push({ ...step, digest: data === undefined ? undefined : this.#digests.of(data) });
  }

  /** Notes what makes the versions incomparable. */
  doubt(text: string): void {
    if (!this.notes.includes(text) && this.notes.length < maxNotes) this.notes.push(text);
  }

  /** Keeps a call with its answer. */
  addCall(
    at: Pick<RehearsedCall, 'key' | 'reference' | 'flow'>,
    meaning: CallMeaning,
    answer: Pick<RehearsedCall, 'place' | 'outcome' | 'isAssumed'>,
  ): RehearsedCall {
    const call = { meaning, ...at, at: this.#time, ...answer };
    this.calls.push(call);
    return call;
  }

  #advance(time: number): void {
    if (time > this.#time) this.#time = time;
  }
}

/** The name under which the text of a template is kept. */
export function toTextName(name: string, definition: Json, input: Json): string {
  return canonical([name, definition, input]);
}
