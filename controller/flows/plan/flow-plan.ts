import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import type { Accepted, ArgumentFault, SchemaProblem } from '../../json-schema/index.js';
import type { Timetable } from '../times/timetable.js';
import type { FlowHost, FlowReference } from './host.js';

/** The answers of calls, people and events that an ended run keeps. */
export interface AnswerRecord {
  /** Of all runs, of those that did not complete, or of none. */
  readonly answers?: 'all' | 'failed' | 'none';
  /** Bytes of JSON of one answer of a run that completed. */
  readonly maxBytes?: number;
}

/** The arguments of a call, as the document has them. */
export interface PlacedArguments {
  readonly value: Json;
  readonly pointer: string;
}

/** The other entities that a flow uses; also known of a flow with errors. */
export interface FlowUses {
  /** Names of connections that `call: <connection>.<action>` and the tools of such calls use, with the actions. */
  readonly connections: readonly {
    connection: string;
    action: string;
    pointer: string;
    /** Undefined for a tool: its arguments are known when it is called. */
    args: PlacedArguments | undefined;
  }[];
  readonly subflows: readonly (FlowReference & { pointer: string; args: PlacedArguments | undefined })[];
  /**
   * The files that hold functions of catalogs and code, each once, by what they hold: a call, or a language and the file;
   * with what each call of the function passes.
   */
  readonly files: readonly { holds: string; file: string; pointer: string; args: Json[] }[];
  /** Things that the branch of the flow must have so that the flow works, besides entities and files. */
  readonly notes: readonly FlowNote[];
  /** Mappings, templates, stores and scripts that the flow uses, and teams that it asks. */
  readonly entities: readonly {
    kind: 'mapping' | 'template' | 'store' | 'script' | 'team';
    name: string;
    pointer: string;
    /** The action of a store. */
    action?: string;
    /** Undefined when the input of the task is passed. */
    args: PlacedArguments | undefined;
  }[];
}

/**
 * A variable of the environment that an expression reads by name, the folder of a catalog that no call names, or the name
 * of a call that the flow does not know.
 */
export interface FlowNote {
  readonly value: { readonly variable: string } | { readonly catalog: string } | { readonly callee: string };
  readonly pointer: string;
  /** The range in the text at `pointer`; left out for all of it. */
  readonly offset?: number;
  readonly end?: number;
}

/** The document's own words and the other entities that it uses. */
export interface FlowDescription extends Omit<FlowUses, 'files' | 'notes'> {
  readonly namespace: string;
  readonly name: string;
  readonly version: string;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  /** The document as parsed, for `$workflow.definition`. */
  readonly definition: JsonObject;
  /** The schema of the parameters, `input.schema.document`; a caller may leave out what has a default. */
  readonly inputSchema: JsonSchema | undefined;
  readonly secrets: readonly string[];
  /** `document.metadata.concurrency`: the most runs of this flow at a time. */
  readonly concurrency: number | undefined;
  /** Runs that wait do not count (`document.metadata.concurrency.waiting: releases`). */
  readonly waitingReleases?: boolean;
  /** The answers that its ended runs keep: `document.metadata.record`. */
  readonly record?: AnswerRecord | undefined;
  /** Starts the flow when an event arrives (`schedule.on`). */
  readonly trigger: EventTrigger | undefined;
  /** Starts the flow at times (`schedule.every`, `cron`, `after`). */
  readonly timetable: Timetable | undefined;
  /** `document.metadata.disabled`: the reason why no run starts. */
  readonly disabled: string | undefined;
  /** True when the flow has tasks for people. */
  readonly asksPeople?: boolean;
  /** True when such a task notifies them. */
  readonly notifiesPeople?: boolean;
  /** The assignees of such tasks that are constant. */
  readonly askedAssignees?: readonly AskedAssignee[];
  /** The needs that only the installation meets, each once. */
  readonly needs?: readonly FlowNeed[];
  /** State of the leader that the tasks of the flow use, each once. */
  readonly leaderStates?: readonly LeaderState[];
  /** True when a task of the flow listens for events. */
  readonly listens: boolean;
  /** True when a task of the flow may listen for events of this type. */
  mayListenFor(type: string): boolean;
}

/** State that one of several nodes, the leader, keeps for all: events for listeners, files of runs, tasks for people. */
export type LeaderState = 'events' | 'files' | 'human-tasks';

/** A need of a task that only the installation meets. */
export type FlowNeed =
  /** Code that runs as a process of the machine of the service. */
  | { readonly type: 'process'; readonly language: string }
  | { readonly type: 'container'; readonly image: string | undefined }
  /** A server that the document names itself. */
  | { readonly type: 'server'; readonly origin: string };

/** An assignee that a flow names, at its pointer. */
export interface AskedAssignee {
  readonly assignee: string;
  readonly pointer: string;
}

/** A compiled flow: immutable, shared by all runs of the same document. */
export interface FlowPlan extends FlowDescription {
  /** Returns the parameters with the defaults of `input.schema`, as a run records them, and their faults under it. */
  acceptInput(input: Json): Accepted;
  /** Does what `acceptInput` does; gives a promise when a thread checks the parameters. */
  acceptInputInSlices(input: Json): Accepted | Promise<Accepted>;
  /** Runs the plan from the start, without repeating recorded effects. @throws FlowError | Interrupted */
  execute(input: Json, host: FlowHost): Promise<Json>;
}

/** The start of a flow by events (CloudEvents 1.0, in the JSON format). */
export interface EventTrigger {
  /** True when several events together start a run: those before are kept until then. */
  readonly collects: boolean;
  /** Returns what the events have in common that together start a run; empty when nothing decides. */
  getCollection(event: JsonObject): Promise<string>;
  /** Continues after the events before, in several turns of the event loop. */
  collect(before: readonly JsonObject[]): Promise<EventCollector>;
  /** True when events of this type may fit. */
  mayConsume(type: string): boolean;
}

/** The events that start a run. */
export interface EventCollector {
  fits(event: JsonObject): Promise<boolean>;
  /** Adds an event that fits; returns the input of the run that it starts, if any. */
  take(event: JsonObject): Promise<Json[] | undefined>;
}

/** A fault of the document, found while compiling. */
export interface FlowFinding {
  rule:
    | ArgumentFault['rule']
    | 'cron-step'
    | 'cron-syntax'
    | 'flow-structure'
    | 'jq-syntax'
    | 'then-unknown'
    | 'unreachable-task'
    | 'reference-unknown'
    | 'duration-syntax'
    | 'time-zone-unknown'
    | SchemaProblem['rule']
    | 'script-syntax'
    | 'secret-reserved'
    | 'secret-undeclared'
    | 'sign-in-incomplete'
    | 'catch-never'
    | 'condition-assignment'
    | 'expression-bare'
    | 'expression-braces'
    | 'field-invalid'
    | 'field-unknown'
    | 'indentation'
    | 'input-field-unknown'
    | 'input-lost'
    | 'not-supported'
    | 'several-results'
    | 'task-duplicate'
    | 'assignee-cannot-answer';
  severity: 'error' | 'warning';
  /** JSON pointer into the document. */
  pointer: string;
  /** The fault is in the last name of `pointer`, not in the value it has. */
  at?: 'name';
  /** Offset into the string value at `pointer`, when the fault is in a part of it. */
  offset?: number;
  /** JSON pointer: the finding says more than errors of the schema there and below. */
  replaces?: string;
  message: string;
  hint?: string;
}

/** The result of compiling a flow; `plan` is undefined when a finding is an error. */
export interface CompiledFlow {
  plan: FlowPlan | undefined;
  /** The entities that the document uses, also where it has faults in other places. */
  uses: FlowUses;
  findings: FlowFinding[];
}
