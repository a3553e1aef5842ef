import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { FlowErrorBody, ReceivedEvent, StepKey, TaskEvent } from '../../flows/index.js';
import type { JournalEntry } from '../../runs/contract.js';
import type { AnswerCut } from '../../runs/index.js';

interface Cuttable {
  /** Why the answer is not there. */
  readonly cut?: AnswerCut | undefined;
}

interface RecordedEffect extends Cuttable {
  readonly order: number;
  readonly output?: Json | undefined;
  readonly error?: FlowErrorBody | undefined;
}

/** One read of a secret. */
interface RecordedSecret {
  readonly order: number;
  readonly digests?: Readonly<Record<string, string>> | undefined;
  readonly error?: FlowErrorBody | undefined;
}

interface Note {
  readonly order: number;
  readonly key: StepKey;
  readonly isCancelled: boolean;
  readonly digest: string | undefined;
}

/**
 * The journal of a run, indexed for a host that answers from it. An order is the number of a journal entry: what has a smaller
 * one happened earlier.
 */
export class RecordedJournal {
  readonly effects = new Map<StepKey, RecordedEffect>();
  readonly values = new Map<StepKey, { readonly order: number; readonly value: Json }>();
  readonly events = new Map<StepKey, ReceivedEvent & Cuttable & { readonly order: number }>();
  readonly emitted = new Map<StepKey, { readonly order: number; readonly output: JsonObject | undefined }>();
  readonly secrets = new Map<string, RecordedSecret[]>();
  /** The keys of the tasks that ran other flows. */
  readonly subflows = new Set<StepKey>();
  /** Why answers of the run are not there; undefined where all are. */
  cut: AnswerCut | undefined;
  /** Task events by `<type> <key>`. */
  readonly #notes = new Map<string, Note>();
  #decisions: Map<StepKey, number> | undefined;
  readonly #timers = new Map<
    StepKey,
    { readonly order: number; readonly at: number; readonly due: number }
  >();
  readonly #versions: { readonly order: number; readonly version: string }[] = [];
  readonly #orders: number[] = [];
  /** The times of the entries, in their order. */
  readonly #times: number[] = [];

  static async read(entries: AsyncIterable<JournalEntry>): Promise<RecordedJournal> {
    const journal = new RecordedJournal();
    for await (const entry of entries) {
      if (isTurnOver()) await nextTurn(true);
      journal.#add(entry);
    }
    return journal;
  }

  /** The order of everything that a plan waits for, ascending. */
  getOrders(): number[] {
    const answers = [this.effects, this.events, this.emitted].flatMap((each) => [...each.values()]);
    const reads = [...this.secrets.values()].flat();
    const orders = [...answers, ...reads].map(({ order }) => order);
    const timers = [...this.#timers.keys()].map((key) => this.getSleepOrder(key));
    return [...orders, ...timers, ...this.decisions.values()].filter(Number.isFinite).sort((a, b) => a - b);
  }

  /**
   * The order of each decision that ended tasks: of a branch or an iteration for the others, and of a time limit. A run that went on
   * after a decision, as it was continued by another process, had further events in what the decision ends: it comes after them.
   */
  get decisions(): ReadonlyMap<StepKey, number> {
    this.#decisions ??= this.#findDecisions();
    return this.#decisions;
  }

  #findDecisions(): Map<StepKey, number> {
    const decisions = new Map<StepKey, number>();
    const scopes = new Map<StepKey, StepKey>();
    for (const [key, { order, value }] of this.values) {
      if (value !== 'expired' && !key.endsWith(':decided')) continue;
      decisions.set(key, order);
      scopes.set(key.slice(0, key.indexOf(':')), key);
    }
    if (decisions.size === 0) return decisions;
    for (const { key, order, isCancelled } of this.#notes.values()) {
      if (isCancelled) continue;
      for (const { index } of key.matchAll(/[/@]/g)) {
        const decision = scopes.get(key.slice(0, index));
        if (decision !== undefined) decisions.set(decision, Math.max(order, decisions.get(decision) ?? 0));
      }
    }
    return decisions;
  }

  /**
   * The order in which a sleep ended: before the first entry at its time or later. Infinite for a sleep that was not over when
   * the journal ended, and for one that the run did not begin.
   */
  getSleepOrder(key: StepKey): number {
    const timer = this.#timers.get(key);
    if (timer === undefined) return Number.POSITIVE_INFINITY;
    const { at, due, order } = timer;
    if (due <= at) return order;
    const index = this.#findTime(due);
    return Math.max(order, (this.#orders[index] ?? Number.POSITIVE_INFINITY) - 0.5);
  }

  /** The numbers of the entries and their times, ms since the epoch, in their order; times do not decrease. */
  get entryTimes(): readonly { readonly order: number; readonly at: number }[] {
    return this.#orders.map((order, index) => ({ order, at: this.#times[index] ?? 0 }));
  }

  /** The keys of the steps that called something, other than flows and people. */
  get callKeys(): StepKey[] {
    return [...this.effects.keys()].filter((key) => !this.subflows.has(key) && !/:answer\/[\d/]+$/.test(key));
  }

  hasNote(type: TaskEvent['type'], key: StepKey): boolean {
    return this.#notes.has(`${type} ${key}`);
  }

  getDigest(type: TaskEvent['type'], key: StepKey): string | undefined {
    return this.#notes.get(`${type} ${key}`)?.digest;
  }

  /** The version of svc that executed the run at an order; undefined for one that did not note it. */
  getVersion(order: number): string | undefined {
    return (this.#versions.findLast((each) => each.order <= order) ?? this.#versions[0])?.version;
  }

  /** True for a run of a version of svc that notes its version, and reads of secrets. */
  get hasVersion(): boolean {
    return this.#versions.length > 0;
  }

  #add(entry: JournalEntry): void {
    const { seq: order, at } = entry;
    if ('cut' in entry) this.cut ??= entry.cut;
    this.#orders.push(order);
    // The clock may have been set back: the times of later entries are not earlier.
    this.#times.push(Math.max(at, this.#times.at(-1) ?? at));
    switch (entry.t) {
      case 'effect':
        this.effects.set(entry.key, { order, output: entry.output, error: entry.error, cut: entry.cut });
        break;
      case 'value':
        this.values.set(entry.key, { order, value: entry.value });
        break;
      case 'timer':
        this.#timers.set(entry.key, { order, at, due: entry.due });
        break;
      case 'event':
        this.events.set(entry.key, { order, position: entry.position, event: entry.event, cut: entry.cut });
        break;
      case 'emit':
        this.emitted.set(entry.key, { order, output: entry.isOutput ? entry.event : undefined });
        break;
      case 'secret': {
        const reads = this.secrets.get(entry.name) ?? [];
        reads.push({ order, digests: entry.digests, error: entry.error });
        this.secrets.set(entry.name, reads);
        break;
      }
      case 'status':
        if (entry.version !== undefined) this.#versions.push({ order, version: entry.version });
        break;
      case 'task':
        if (entry.task === 'run') this.subflows.add(entry.key);
        this.#notes.set(`${entry.event} ${entry.key}`, {
          order,
          key: entry.key,
          isCancelled: entry.event === 'cancelled',
          digest: entry.digest,
        });
        break;
      case 'log':
        break;
    }
  }

  /** The index of the first entry at a time or later; the number of entries for none. */
  #findTime(time: number): number {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The opaque values of a secret: equal where the values were, and of no use. */
export function toOpaque(digests: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(digests).map(([key, digest]) => [key, `${opaqueHead}${digest}`] as const),
  );
}

/** The mark of a masked secret, and a character that no text of a person has there; headers of HTTP may have it. */
const opaqueHead = '***\u00ad';
const opaqueText = /\*\*\*(?:\u00ad|%C2%AD)[\w-]*/g;

/** JSON text with the mark alone in place of each opaque value. */
export function withoutDigests(text: string): string {
  return text.includes('***') ? text.replaceAll(opaqueText, '***') : text;
}
