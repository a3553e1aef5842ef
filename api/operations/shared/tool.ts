import type { Abortable } from '../../../controller/concurrency/signals.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { branchField, opField } from './fields.js';
import type { InputSchema, Operation } from './operation.js';

/** The answer of a tool. */
export interface Outcome {
  value: JsonObject;
  /** Tells a model how to go on, where the value does not. */
  note?: string | undefined;
  /** Arguments by which `read-entity` reads the value again, and the place of the value in its answer. */
  source?: (JsonObject & { at: string }) | undefined;
}

/** The state of a request during its answer. */
export interface Exchange {
  /** Aborts when the client no longer waits. Created on first use. */
  readonly signal: AbortSignal;
  /** Reports progress; undefined when the client did not ask for it. */
  progress?: (done: number, message: string) => Promise<void>;
}

/** A page of the manual. */
export interface ManualTopic {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly isPart?: true;
}

/** The manual of the service, as tools use it. */
export interface Manual<Topic extends ManualTopic = ManualTopic> {
  find(name: string): Topic | undefined;
  children(name?: string): readonly Topic[];
  text(topic: ManualTopic): string;
  search(query: string, limit?: number): readonly Topic[];
  /** Returns what the caller may have meant by words of a search that found little. */
  suggest(query: string): {
    readonly notes: readonly string[];
    readonly topics: readonly Topic[];
    readonly corrected: string | undefined;
  };
  near(name: string): readonly Topic[];
}

/** One call of a tool, as the tool sees it. */
export interface ToolScope {
  /** The branch that is meant when the caller names none. */
  readonly production: string;
  /** Aborts when the service stops. */
  readonly closing: Abortable;
  readonly exchange: Exchange;
  /** @throws Problem manual_missing */
  manual(): Promise<Manual>;
  /** Performs an operation as the caller; `undefined` members of the input are left out. @throws Problem */
  perform(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<Json | undefined>;
  /** Performs an operation as the caller, and returns the file behind its result. @throws Problem */
  findFile(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<string | undefined>;
}

/** An operation that is offered to a model, under its own name. */
export interface Tool {
  operation: Operation;
  /** In place of the name of the operation, for a tool that performs several. */
  name?: string;
  /** In place of the title of the operation. */
  title?: string;
  /** Written for a model: what the tool does, when to use it, an example, what it answers. */
  description: string;
  /** The tool may take long: the answer is kept alive meanwhile, where the protocol can. */
  isSlow?: true;
  /** The tool has effects that a person agrees to first; it takes `confirm` besides its arguments. */
  confirms?: true;
  /** In place of the hint of the operation, for a tool that performs several. */
  isDestructive?: true;
  /** The operations that the tool performs, where these are not its `operation` alone. */
  performs?: readonly Operation[];
  /** Arguments in place of those of the operation. */
  input?: InputSchema;
  /** The schema of the answer, in place of that of the operation. */
  output?: JsonObject;
  /** Replaces performing the operation with the arguments. @throws Problem */
  run?(scope: ToolScope, args: JsonObject): Promise<Outcome>;
}

/** The name under which a tool is called. */
export function getName({ name, operation }: Tool): string {
  return name ?? operation.name;
}

export const branchArgument: JsonObject = {
  ...branchField,
  description: 'The branch; production by default. `local` is the overlay directory.',
};

export const opArgument: JsonObject = { ...opField, default: 'platform' };

/** The arguments of a tool: those of its operation, with branch and `op` left to the caller. */
export function getArguments({ input, operation }: Tool): InputSchema {
  if (input) return input;
  const { properties, required = [] } = operation.input;
  const allProperties: Record<string, JsonObject> = { ...properties };
  delete allProperties['kind'];
  if (allProperties['branch']) allProperties['branch'] = branchArgument;
  if (allProperties['op']) allProperties['op'] = opArgument;
  return {
    properties: allProperties,
    required: required.filter((name) => name !== 'branch' && name !== 'op'),
  };
}
