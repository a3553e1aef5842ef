import type { Json } from '../../../schemas/json.js';
import type { SchemaCheck } from '../../json-schema/index.js';
import type { Evaluator } from '../expressions/evaluator.js';
import type { Scope, TaskFacts } from './scope.js';

/** What a task does with its transformed input; its result is the task's raw output. */
export interface TaskBody {
  perform(scope: Scope, input: Json): Json | Promise<Json>;
  /** Where the body may go instead of `then`: indexes in its block or directives. */
  readonly jumps?: readonly number[];
  /** False when the body never lets the flow go on with `then`. */
  readonly continues?: boolean;
}

/** A duration in milliseconds. @throws FlowError configuration */
export type DurationOf = (input: Json, scope: Scope) => number;

/** Transformation and validation at one point of the data flow. */
export interface Gate {
  readonly transform: Evaluator | undefined;
  readonly check: SchemaCheck | undefined;
}

/** A compiled task. */
export interface TaskNode extends TaskFacts {
  /** What the task adds to the key of the step around it. */
  readonly segment: string;
  readonly condition: Evaluator | undefined;
  readonly input: Gate | undefined;
  readonly output: Gate | undefined;
  readonly export: Gate | undefined;
  readonly timeout: DurationOf | undefined;
  readonly body: TaskBody;
  /** From `then`: an index in the block or a directive. */
  readonly next: number;
  readonly usesSecrets: boolean;
  /** Some expression uses `$task`. */
  readonly usesTask: boolean;
}

/** Tasks performed in sequence. */
export interface Block {
  readonly tasks: readonly TaskNode[];
  /** Some task may go back to an earlier one, so that one task can have several executions. */
  readonly revisits: boolean;
}
