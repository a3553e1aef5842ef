import type { Json, JsonObject } from '../../../schemas/json.js';
import type { FlowHost, StepKey } from '../contract.js';

/** What execution needs to know of the whole flow. */
export interface FlowFacts {
  readonly definition: JsonObject;
  /** Names in `use.secrets`. */
  readonly secrets: readonly string[];
}

/** What is the same for all tasks of one execution of the plan. */
export class RunState {
  /** Tasks started so far. */
  steps = 0;
  /** When the event loop had its last turn (`performance.now()`). */
  turn = performance.now();
  /** Values of `use.secrets`; loaded before the first task that has a use for them. */
  secrets: JsonObject | undefined;
  private descriptor: Json | undefined;

  constructor(
    readonly flow: FlowFacts,
    readonly host: FlowHost,
    readonly input: Json,
  ) {}

  /** `$workflow`; made when first asked for. */
  get workflow(): Json {
    this.descriptor ??= {
      id: this.host.run.id,
      definition: this.flow.definition,
      input: this.input,
      startedAt: dateTime(this.host.run.startedAt),
    };
    return this.descriptor;
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

/** `$context`, shared by the tasks of a flow; each branch of a fork has one of its own. */
export interface Context {
  value: Json;
}

/** What the tasks of one execution of one block share. */
export interface Frame {
  readonly run: RunState;
  /** Key of the step the block belongs to, `''` for the flow's own block. */
  readonly prefix: StepKey;
  /** Attempt of the innermost `try` around. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** When the first timeout around passes, ms since the epoch. */
  readonly deadline: number;
  readonly locals: Locals | undefined;
  readonly context: Context;
  /** Where the task that ended last wants to go: an index in its block or a directive. */
  next: number;
}

/** What execution needs to know of a task to name it. */
export interface TaskFacts {
  readonly reference: string;
  readonly name: string;
  /** The task type: `set`, `call`, `do`, … */
  readonly type: string;
  /** Left out of the timeline: the body of a reusable function, which its call stands for. */
  readonly quiet: boolean;
  readonly definition: JsonObject;
}

/** One execution of one task. */
export class Scope {
  /** Transformed input. */
  input: Json = null;
  rawOutput: Json = null;
  /** Transformed output. */
  output: Json = null;
  /** ms since the epoch; set when the task's expressions use `$task`. */
  startedAt = 0;
  /** `$authorization`. */
  authorization: Json = null;
  /** Set by the body when it decides where to go next. */
  directive: number | undefined;
  /** Aborts what the task does: the frame's, or a narrower one while a timeout runs. */
  signal: AbortSignal;
  /** As `signal`: the frame's, or an earlier one. */
  deadline: number;

  constructor(
    readonly task: TaskFacts,
    readonly frame: Frame,
    readonly key: StepKey,
    readonly rawInput: Json,
  ) {
    this.signal = frame.signal;
    this.deadline = frame.deadline;
  }
}

/** The DSL's date-time descriptor. */
export function dateTime(ms: number): JsonObject {
  return {
    iso8601: new Date(ms).toISOString(),
    epoch: { seconds: Math.floor(ms / 1000), milliseconds: ms },
  };
}
