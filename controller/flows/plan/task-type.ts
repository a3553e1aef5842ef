import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { ArgumentCheck } from '../../json-schema/index.js';
import type {
  AskedAssignee,
  FlowFinding,
  FlowNeed,
  FlowNote,
  FlowUses,
  LeaderState,
  PlacedArguments,
} from './flow-plan.js';
import type { FlowReference } from './host.js';
import type { Block, DurationOf, Evaluator, Gate, TaskBody, TaskNode } from './node.js';
import type { Template } from './template.js';

/** A compiled task; undefined when its definition has faults. */
export type CompiledBody = TaskBody | undefined;

/** A task type of the DSL. */
export interface TaskType {
  /** The key that makes a definition a task of this type; also its name on the timeline. */
  readonly key: string;
  /** Reports faults to the context; never throws. */
  compile(definition: JsonObject, context: TaskContext): CompiledBody;
}

/** Kinds of reusable components in `use`. */
export type ComponentKind = 'authentications' | 'errors' | 'functions' | 'retries' | 'timeouts';

/** Kinds of the catalog that flows use by name, besides connections and flows. */
export type EntityUse = FlowUses['entities'][number];

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
  /** Offset into the text at `pointer`. */
  offset?: number;
  hint?: string;
}

/** The services of the compiler for a task type. Pointers are JSON pointers into the document. */
export interface TaskContext {
  readonly pointer: string;
  /** True when an expression of the task uses `$authorization`; known once the task is compiled. */
  readonly usesAuthorization: boolean;

  /** Adds a finding; returns undefined, for use as the result of `compile`. */
  report(finding: Report): undefined;
  /** Reports an error in the structure of the document. */
  fault(pointer: string, message: string, hint?: string): undefined;
  /** Compiles any value of the document, with the expressions in its strings. */
  template(value: Json, pointer: string): Template;
  /** Compiles a runtime expression, with or without `${ }`. */
  expression(value: Json | undefined, pointer: string): Evaluator | undefined;
  /** Compiles an expression that decides something. */
  condition(value: Json | undefined, pointer: string): Evaluator | undefined;
  /** Compiles `output` or `export`; undefined when it does nothing. */
  gate(value: Json | undefined, pointer: string, position: 'task-output' | 'export'): Gate | undefined;
  duration(value: Json, pointer: string): DurationOf;
  /** Returns the next step that a flow directive names. */
  directive(value: Json | undefined, pointer: string): number;
  /** Compiles the tasks inside this one. `concurrent` tasks run side by side: none can send the flow to another. */
  block(value: Json | undefined, pointer: string, concurrent?: boolean): Block;
  /** Compiles the task of a reusable function for this call. @param keepsLocals its expressions see the variables here */
  inline(name: string, component: Component, keepsLocals?: boolean): TaskNode | undefined;
  /** Returns a component written in place, or the one of `use` that a string names; reports an unknown name. */
  component(kind: ComponentKind, definition: Json, pointer: string): Component<Json> | undefined;
  /** Reports an unknown name with the nearest candidate, or else with the hint. */
  unknown(unknown: UnknownName): undefined;
  /** Names of the components of a kind. */
  components(kind: ComponentKind): readonly string[];
  /** Returns the context with more variables in scope. */
  withLocals(locals: readonly string[]): TaskContext;
  /** Returns the context of a loop whose iterations run side by side: tasks inside cannot export to `$context`. */
  sideBySide(): TaskContext;
  /** Splits a string with expressions in it into texts and expressions. */
  parts(value: string, pointer: string): readonly (Template & { kind: 'text' | 'expression' })[];

  /** Notes what the branch of the flow must have, or may explain. */
  note(note: FlowNote): void;
  usesConnection(use: FlowUses['connections'][number]): void;
  /** Notes the events that the task waits for. */
  listensFor(events: { mayConsume(type: string): boolean }): void;
  /** Notes a task for people. @param notifies true for one that notifies them; `assignees` are the assignees that are constant */
  asksPeople(notifies: boolean, assignees: readonly AskedAssignee[]): void;
  /** Notes state that the task uses and that one of several nodes keeps for all. */
  needsLeader(state: LeaderState): void;
  /** Notes what the installation must allow or have so that the task works. */
  requires(need: FlowNeed): void;
  /** @param args undefined when the call passes no input */
  usesFlow(flow: FlowReference, pointer: string, args: PlacedArguments | undefined): void;
  usesEntity(use: EntityUse): void;
  /** Reports faults of arguments that the document itself decides. */
  reportArguments(check: ArgumentCheck, callee: string, args: PlacedArguments): void;
  /** `use.catalogs`. */
  catalogs(): JsonObject;
  /** Notes a file, and returns its text; undefined while it is not known. */
  usesFile(use: FlowUses['files'][number]): string | undefined;
  /** Returns the task of a function whose file is called; undefined while the text of the file is not known. */
  findFunction(call: string): TaskNode | undefined;
  /** Checks that `use.secrets` names the secret. */
  usesSecret(name: string, pointer: string): void;
}
