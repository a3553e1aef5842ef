import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Eventual } from '../../concurrency/computing.js';
import type { Abortable } from '../../concurrency/signals.js';
import { firstSlice, type SharedBudget, type Usage } from '../../expressions/index.js';
import type { SchemaCheck } from '../../json-schema/index.js';
import type { FlowHost, StepKey } from './host.js';

/** The next step after a task: the index of a task in its block (0 and up), or one of these. */
export const CONTINUE = -1;
/** Ends the block. */
export const EXIT = -2;
/** Ends the flow. */
export const END = -3;

/**
 * Computes a value from the data at hand; gives a promise when its slice of the event loop was used up and a thread computes
 * it. @throws FlowError expression, and the reason of the scope's signal
 */
export type Evaluator = (input: Json, scope: Scope) => Eventual<Json>;

/** The work of a task: takes the transformed input, gives the raw output. */
export interface TaskBody {
  perform(scope: Scope, input: Json): Eventual<Json>;
  /** Next steps that the body may choose instead of `then`. */
  readonly jumps?: readonly number[];
  /** False when the body never continues with `then`. */
  readonly continues?: boolean;
}

/** A duration in milliseconds. @throws FlowError configuration */
export type DurationOf = (input: Json, scope: Scope) => Eventual<number>;

/** Transformation and validation at one point of the data flow. */
export interface Gate {
  readonly transform: Evaluator | undefined;
  readonly check: SchemaCheck | undefined;
}

/** Tasks that are performed before and after tasks of a type. */
export interface Extension {
  /** True when it applies to the task of the scope, which `$task` describes. */
  applies(input: Json, scope: Scope): Eventual<boolean>;
  readonly before: Block | undefined;
  readonly after: Block | undefined;
  /** True when `when` uses `$secrets`. */
  readonly usesSecrets: boolean;
  /** True when a task of it exports to `$context`. */
  readonly exports: boolean;
}

/** A compiled task. */
export interface TaskNode extends TaskFacts {
  /** The suffix that the task adds to the key of the step around it. */
  readonly segment: string;
  readonly condition: Evaluator | undefined;
  readonly input: Gate | undefined;
  readonly output: Gate | undefined;
  readonly export: Gate | undefined;
  readonly timeout: DurationOf | undefined;
  readonly body: TaskBody;
  /** The extensions that may apply to the task, the outermost first; undefined for none. */
  readonly extensions: readonly Extension[] | undefined;
  /** The next step that `then` names. */
  readonly next: number;
  readonly usesSecrets: boolean;
  /** Some expression uses `$task`. */
  readonly usesTask: boolean;
}

/** Tasks performed in sequence. */
export interface Block {
  readonly tasks: readonly TaskNode[];
  /** True when a task may go back to an earlier one, so that one task can have several executions. */
  readonly revisits: boolean;
}

/** The parts of the flow that its expressions may read. */
export interface FlowFacts {
  readonly definition: JsonObject;
  /** Names in `use.secrets`. */
  readonly secrets: readonly string[];
}

/** The state that all tasks of one execution of the plan share. */
export class RunState {
  /** Tasks started so far. */
  steps = 0;
  /** Turns of the event loop that the execution has waited for. */
  turns = 0;
  /** When the execution began, or continued after such a turn (`performance.now()`). */
  resumedAt = performance.now();
  readonly maxSteps: number;
  /** Values of `use.secrets`; loaded before the first task that uses them. */
  secrets: JsonObject | undefined;
  #descriptor: Json | undefined;

  constructor(
    readonly flow: FlowFacts,
    readonly host: FlowHost,
    readonly input: Json,
  ) {
    this.maxSteps = host.maxTasks;
  }

  /** `$workflow`; built on first use. */
  get workflow(): Json {
    this.#descriptor ??= {
      id: this.host.run.id,
      definition: this.flow.definition,
      input: this.input,
      startedAt: dateTime(this.host.run.startedAt),
    };
    return this.#descriptor;
  }

  /** @throws FlowError authorization */
  async loadSecrets(): Promise<void> {
    const loaded: JsonObject = {};
    for (const name of this.flow.secrets) loaded[name] = await this.host.secret(name);
    this.secrets = loaded;
  }
}

/** Variables that tasks add to those of the language: loop variables, the caught error. Innermost first. */
export interface Locals {
  readonly name: string;
  readonly value: Json;
  readonly up: Locals | undefined;
}

/** `$context`, shared by the tasks of a flow; each branch of a fork has its own. */
interface Context {
  value: Json;
}

/** The state that the tasks of one execution of a block share. */
export interface Frame {
  readonly run: RunState;
  /** Key of the step the block belongs to, `''` for the flow's own block. */
  readonly prefix: StepKey;
  /** Attempt of the innermost enclosing `try`. */
  readonly attempt: number;
  /** Aborts with the run, and when a timeout or another branch ends the block; undefined where only the run can end it. */
  readonly narrowed: AbortSignal | undefined;
  /** The earliest end of the enclosing timeouts, ms since the epoch. */
  readonly deadline: number;
  readonly locals: Locals | undefined;
  readonly context: Context;
  /** The next step after the task that ended last: an index in its block or a directive. */
  next: number;
}

/** The description of a task for errors and the timeline. */
export interface TaskFacts {
  readonly reference: string;
  readonly name: string;
  /** The task type: `set`, `call`, `do`, … */
  readonly type: string;
  /** True for the body of a reusable function, which the timeline leaves out: it shows the call. */
  readonly quiet: boolean;
  readonly definition: JsonObject;
}

/** One execution of one task. */
export class Scope implements SharedBudget {
  /** Transformed input. */
  input: Json = null;
  rawOutput: Json = null;
  /** Transformed output. */
  output: Json = null;
  /** ms since the epoch; set when the task's expressions use `$task`. */
  startedAt = 0;
  /** `$authorization`. */
  authorization: Json = null;
  /** Set by the body when it chooses the next step. */
  directive: number | undefined;
  /** That of the frame, or that of the task's own timeout while it runs. */
  narrowed: AbortSignal | undefined;
  /** The frame's deadline, or an earlier one while a timeout runs. */
  deadline: number;
  /** The task's expressions share one budget, and one slice of the event loop. */
  readonly usage: Usage = { steps: 0, bytes: 0, matching: 0 };
  slice: Usage = firstSlice;

  constructor(
    readonly task: TaskFacts,
    readonly frame: Frame,
    readonly key: StepKey,
    readonly rawInput: Json,
  ) {
    this.narrowed = frame.narrowed;
    this.deadline = frame.deadline;
  }

  /** Aborts the task. */
  get signal(): AbortSignal {
    return this.narrowed ?? this.frame.run.host.signal;
  }

  /** Aborts as `signal` does, without making one. */
  get ending(): Abortable {
    return this.narrowed ?? this.frame.run.host.ending;
  }
}

/** The DSL's date-time descriptor. */
export function dateTime(ms: number): JsonObject {
  return {
    iso8601: new Date(ms).toISOString(),
    epoch: { seconds: Math.floor(ms / 1000), milliseconds: ms },
  };
}
