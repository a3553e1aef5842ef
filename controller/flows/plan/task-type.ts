import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { FlowDescription, FlowFinding } from './flow-plan.js';
import type { FlowReference } from './host.js';
import type { Block, DurationOf, Evaluator, TaskBody, TaskNode } from './node.js';
import type { Template } from './template.js';

/** A task type of the DSL. */
export interface TaskType {
  /** The key that makes a definition a task of this type; also its name on the timeline. */
  readonly key: string;
  /** Reports faults to the context; never throws. */
  compile(definition: JsonObject, context: TaskContext): TaskBody;
}

/** Kinds of reusable components in `use`. */
export type ComponentKind = 'authentications' | 'errors' | 'functions' | 'retries' | 'timeouts';

/** Kinds of the catalog that flows use by name, besides connections and flows. */
export type EntityKind = FlowDescription['entities'][number]['kind'];

/** A part of the document with its position. */
export interface Component<T extends Json = JsonObject> {
  readonly value: T;
  readonly pointer: string;
}

export type Report = Omit<FlowFinding, 'severity'> & { severity?: FlowFinding['severity'] };

/** A name that refers to nothing. */
export interface UnknownName {
  message: string;
  name: string;
  candidates: readonly string[];
  pointer: string;
  hint?: string;
}

export interface BlockOptions {
  /** Variables that this task adds for the tasks inside. */
  readonly locals?: readonly string[];
  /** True when the tasks run side by side, so that none can send the flow to another. */
  readonly concurrent?: boolean;
}

/** The services of the compiler for a task type. Pointers are JSON pointers into the document. */
export interface TaskContext {
  readonly pointer: string;
  /** The task's reference in errors and on the timeline. */
  readonly reference: string;
  /** Names of the variables that enclosing tasks add. */
  readonly locals: readonly string[];

  /** True when an expression of the task uses `$authorization`; known once the task is compiled. */
  readonly usesAuthorization: boolean;

  report(finding: Report): void;
  /** Compiles any value of the document, with the expressions in its strings. */
  template(value: Json, pointer: string): Template;
  /** Compiles a runtime expression, with or without `${ }`. */
  expression(value: Json | undefined, pointer: string): Evaluator | undefined;
  duration(value: Json, pointer: string): DurationOf;
  /** Returns the next step that a flow directive names. */
  directive(value: Json | undefined, pointer: string): number;
  /** Compiles the tasks inside this one. */
  block(value: Json | undefined, pointer: string, options?: BlockOptions): Block;
  /** Compiles the task of a reusable function for this call. */
  inline(name: string, component: Component): TaskNode | undefined;
  /** Returns the component of `use` that has this name; reports an unknown name. */
  component(kind: ComponentKind, name: string, pointer: string): Component<Json> | undefined;
  /** Reports an unknown name with the nearest candidate, or else with the hint. */
  unknown(unknown: UnknownName): void;
  /** Names of the components of a kind. */
  components(kind: ComponentKind): readonly string[];
  /** Returns the context with more variables in scope. */
  withLocals(locals: readonly string[]): TaskContext;
  /** Splits a string with expressions in it into texts and expressions. */
  parts(value: string, pointer: string): readonly (Template & { kind: 'text' | 'expression' })[];

  usesConnection(connection: string, action: string, pointer: string): void;
  usesFlow(flow: FlowReference, pointer: string): void;
  usesEntity(kind: EntityKind, name: string, pointer: string): void;
  /** Checks that `use.secrets` names the secret. */
  usesSecret(name: string, pointer: string): void;
}
