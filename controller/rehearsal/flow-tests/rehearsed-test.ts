import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { LateSignal } from '../../concurrency/signals.js';
import type { Surroundings } from '../../expressions/index.js';
import { Interrupted, type StepKey } from '../../flows/index.js';
import { TransformError } from '../../kinds/compile/compilation.js';
import type { CallMatcher, FlowTestPlan, GivenAnswer } from '../../kinds/flow-test/compile.js';
import { MemoryStores } from '../../runs/index.js';
import { RecordedOrder } from '../record/recorded-order.js';
import { createSeededId } from '../record/rehearsed-run.js';

/** The limits of an installation that a test keeps, as runs do. */
export interface TestLimits {
  /** Bytes of JSON of a task's output. */
  readonly taskOutput: number;
  /** ms of a run without a `timeout` of its own. */
  readonly flowDurationMs: number;
  readonly tasks: number;
  readonly nesting: number;
  readonly children: number;
}

/** A call of a run, as tests see it. */
export interface RehearsedTestCall {
  readonly group: Exclude<CallMatcher, 'task'>;
  /** The names by which entries find it; the first is shown. */
  readonly names: readonly string[];
  readonly arguments: Json;
  readonly flow: string;
  /** The reference of the task, and its name. */
  readonly reference: string;
  readonly task: string;
  /** True for what computes in the process and reaches nothing: JavaScript, stores, other flows. */
  readonly isInner: boolean;
}

/** A call that no entry answers. */
export interface UnansweredCall {
  readonly call: RehearsedTestCall;
  /** Entries for it that did not answer, with the reason of each. */
  readonly passedOver: readonly { readonly entry: GivenAnswer; readonly reason: string }[];
}

/** The start of an end that no expectation is about. */
export type TestEnd =
  | { readonly kind: 'unanswered'; readonly unanswered: UnansweredCall }
  | { readonly kind: 'answer'; readonly pointer: string; readonly reason: string }
  | { readonly kind: 'open'; readonly reason: string };

const maxCalls = 10_000;
/** Characters of the arguments of all calls. */
const maxCallText = 32 * 1024 * 1024;
const never = Number.POSITIVE_INFINITY;

/** The state that the runs of one test share: the clock, the answers, the calls. Time passes only where all of them wait. */
export class RehearsedTest implements Surroundings {
  readonly ending = new LateSignal();
  readonly calls: RehearsedTestCall[] = [];
  /** The references of the tasks that ran, by flow. */
  readonly ran = new Map<string, { definition: JsonObject; references: Set<string> }>();
  readonly stores: MemoryStores;
  /** Runs that no task waits for. */
  readonly detached: Promise<unknown>[] = [];
  /** Events that the runs sent. */
  readonly events: JsonObject[] = [];
  runs = 0;
  readonly #clock: RecordedOrder;
  readonly #used = new Map<GivenAnswer, number>();
  readonly #listeners = new Map<StepKey, { unanswered: UnansweredCall; wake(): void }>();
  #time: number;
  #ids = 0;
  #callText = 0;
  #end: TestEnd | undefined;

  constructor(
    readonly plan: FlowTestPlan,
    readonly limits: TestLimits,
    private readonly name: string,
  ) {
    this.#time = plan.now;
    this.stores = new MemoryStores(plan.stores, { maxValueSize: limits.taskOutput, now: () => this.#time });
    this.#clock = new RecordedOrder([], () => this.#endIdle());
  }

  /** The reason why the runs were ended before their ends. */
  get end(): TestEnd | undefined {
    return this.#end;
  }

  /** Entries of `given` that answered nothing, and were meant to. */
  get unused(): GivenAnswer[] {
    return this.plan.given.filter((entry) => entry.times > 0 && !this.#used.has(entry));
  }

  /** Ends all runs, which unwind with `Interrupted`. The first reason counts. */
  finish(end: TestEnd): void {
    this.#end ??= end;
    this.close();
  }

  close(): void {
    this.ending.abort(new Interrupted('The test has ended'));
    this.#clock.close();
  }

  now(): number {
    return this.#time;
  }

  /** The same ids in the same order each time. */
  randomId(): string {
    return createSeededId(this.name, this.#ids++);
  }

  whileComputing<Result>(compute: () => Promise<Result>): Promise<Result> {
    return this.#clock.whileComputing(compute);
  }

  /** Resolves at a time, once nothing else of the runs can go on. */
  async reachTime(time: number): Promise<void> {
    if (time <= this.#time) return;
    await this.#clock.settle(time);
    this.#time = Math.max(this.#time, time);
  }

  /** Calls `ring` at a time, unless the returned function is called before. */
  callAt(time: number, ring: () => void): () => void {
    return this.#clock.call(time, () => {
      this.#time = Math.max(this.#time, time);
      ring();
    });
  }

  addCall(call: RehearsedTestCall): void {
    this.calls.push(call);
    this.#callText += toJsonText(call.arguments).length;
    if (this.calls.length > maxCalls)
      this.finish({ kind: 'open', reason: `it makes more than ${maxCalls} calls` });
    else if (this.#callText > maxCallText)
      this.finish({ kind: 'open', reason: 'the arguments of its calls are too large to be kept' });
  }

  /** Finds the first entry that answers a call, and counts its use; or else why none does. */
  async takeAnswer(
    call: RehearsedTestCall,
    args: Json = call.arguments,
  ): Promise<{ entry: GivenAnswer } | UnansweredCall> {
    const passedOver: { entry: GivenAnswer; reason: string }[] = [];
    for (const entry of this.plan.given) {
      if (!isAbout(entry, call)) continue;
      const fits = await this.whileComputing(() => entry.fits(args));
      const used = this.#used.get(entry) ?? 0;
      if (used >= entry.times) {
        const times = `${entry.times} ${entry.times === 1 ? 'time' : 'times'}`;
        passedOver.push({
          entry,
          reason: entry.times === 0 ? 'it never answers' : `it has answered ${times}`,
        });
      } else if (!fits) passedOver.push({ entry, reason: 'its `when` is not true' });
      else {
        this.#used.set(entry, used + 1);
        return { entry };
      }
    }
    return { call, passedOver };
  }

  /** Computes the answer of an entry; the time that it takes passes before. @throws FlowError; Interrupted */
  async answer(entry: GivenAnswer, args: Json, reference: string): Promise<Json> {
    await this.reachTime(this.#time + entry.takesMs);
    try {
      return await this.whileComputing(async () => entry.answer(args, reference));
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      return this.refuseAnswer(entry.pointer, error.message);
    }
  }

  /** Ends the test, as the world would have to answer. */
  refuse(unanswered: UnansweredCall): never {
    return this.#endWith({ kind: 'unanswered', unanswered });
  }

  /** Ends the test, as the answer of an entry cannot be used. */
  refuseAnswer(entry: string, reason: string): never {
    return this.#endWith({ kind: 'answer', pointer: `${entry}/answer`, reason });
  }

  #endWith(end: TestEnd): never {
    this.finish(end);
    throw new Interrupted('The test has ended');
  }

  /** Resolves when a run has sent another event. The test ends where all of its runs wait for nothing else. */
  nextEvent(key: StepKey, unanswered: UnansweredCall): { next: Promise<void>; stop(): void } {
    let wake = (): void => {};
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const stop = this.#clock.call(never, () => {});
    this.#listeners.set(key, { unanswered, wake });
    return {
      next,
      stop: () => {
        stop();
        this.#listeners.delete(key);
      },
    };
  }

  addEvent(event: JsonObject): void {
    this.events.push(event);
    for (const { wake } of this.#listeners.values()) wake();
  }

  /** True when a run waits for an event that no entry gives: the end of its time is not what the test is about. */
  endListening(): boolean {
    const [listener] = this.#listeners.values();
    if (listener) this.finish({ kind: 'unanswered', unanswered: listener.unanswered });
    return listener !== undefined;
  }

  noteTask(flow: string, definition: JsonObject, reference: string): void {
    const existing = this.ran.get(flow) ?? { definition, references: new Set<string>() };
    this.ran.set(flow, existing);
    existing.references.add(reference);
  }

  #endIdle(): void {
    if (!this.endListening())
      this.finish({ kind: 'open', reason: 'it waits for something that never comes' });
  }
}

/** True where an entry, or an expectation, names a call. */
export function isAbout(
  { by, name }: { readonly by: CallMatcher; readonly name: string },
  { group, names, task, reference }: RehearsedTestCall,
): boolean {
  if (by === 'task') return group !== 'emit' && (name === task || name === reference);
  if (by !== group) return false;
  return names.includes(name) || ((by === 'listen' || by === 'humanTask') && name === reference);
}
