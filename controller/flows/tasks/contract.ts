import type { Json, JsonObject } from '../../../schemas/json.js';
import type { FlowFinding, FlowPlan, FlowReference } from '../contract.js';
import type { Block, DurationOf, TaskBody, TaskNode } from '../execution/node.js';
import type { Evaluator } from '../expressions/evaluator.js';
import type { Template } from '../expressions/template.js';

/** One of the DSL's task types: what it is called and how one is compiled. */
export interface TaskType {
  /** The key that makes a definition a task of this type; also its name on the timeline. */
  readonly key: string;
  /** Never throws: what is wrong is reported to the context. */
  compile(definition: JsonObject, context: TaskContext): TaskBody;
}

/** Kinds of reusable components in `use`. */
export type ComponentKind = 'authentications' | 'errors' | 'functions' | 'retries' | 'timeouts';

/** Kinds of the catalog that flows use by name, besides connections and flows. */
export type EntityKind = FlowPlan['entities'][number]['kind'];

/** A part of the document, and where it stands. */
export interface Component<T extends Json = JsonObject> {
  readonly value: T;
  readonly pointer: string;
}

export type Report = Omit<FlowFinding, 'severity'> & { severity?: FlowFinding['severity'] };

export interface BlockOptions {
  /** Variables that this task adds for the tasks inside. */
  readonly locals?: readonly string[];
  /** They run side by side, so none can send the flow to another. */
  readonly concurrent?: boolean;
}

/** What the compiler offers to a task type. Pointers are JSON pointers into the document. */
export interface TaskContext {
  readonly pointer: string;
  /** How the task is named in errors and on the timeline. */
  readonly reference: string;
  /** Names of the variables that enclosing tasks add. */
  readonly locals: readonly string[];

  /** Some expression of the task uses `$authorization`; known once the task is compiled. */
  readonly usesAuthorization: boolean;

  report(finding: Report): void;
  /** Any value of the document, with the expressions in its strings. */
  template(value: Json, pointer: string): Template;
  /** A runtime expression, with or without `${ }`. */
  expression(value: Json | undefined, pointer: string): Evaluator | undefined;
  duration(value: Json, pointer: string): DurationOf;
  /** A flow directive: the index of a task in the block this task stands in, or a directive. */
  directive(value: Json | undefined, pointer: string): number;
  /** The tasks inside this one. */
  block(value: Json | undefined, pointer: string, options?: BlockOptions): Block;
  /** The one task that is a reusable function, to stand where this task stands. */
  inline(name: string, component: Component): TaskNode | undefined;
  /** The component of `use` that has this name; reports an unknown one with the nearest name. */
  component(kind: ComponentKind, name: string, pointer: string): Component<Json> | undefined;
  /** Reports a name that means nothing, with the nearest candidate, or else with the hint. */
  unknown(message: string, name: string, candidates: readonly string[], pointer: string, hint?: string): void;
  /** Names of the components of a kind. */
  components(kind: ComponentKind): readonly string[];
  /** The context with more variables in scope. */
  withLocals(locals: readonly string[]): TaskContext;
  /** The text and expression parts of a string that is neither data nor an expression as a whole. */
  parts(value: string, pointer: string): readonly (Template & { kind: 'text' | 'expression' })[];

  usesConnection(connection: string, action: string, pointer: string): void;
  usesFlow(flow: FlowReference, pointer: string): void;
  usesEntity(kind: EntityKind, name: string, pointer: string): void;
  /** Checks that `use.secrets` names the secret. */
  usesSecret(name: string, pointer: string): void;
}
