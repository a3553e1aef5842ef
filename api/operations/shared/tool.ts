import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { branchField, opField } from './fields.js';
import type { InputSchema, Operation } from './operation.js';

/** The answer of a tool. */
export interface Outcome {
  value: JsonObject;
  /** Tells a model how to go on, where the value does not. */
  note?: string | undefined;
}

/** The state of a request during its answer. */
export interface Exchange {
  /** Aborts when the client no longer waits. Created on first use. */
  readonly signal: AbortSignal;
  /** True when the client has cancelled the request, not only closed the connection: then its run is cancelled too. */
  isCancelled(): boolean;
  /** Reports progress; undefined when the client did not ask for it. */
  progress?: (done: number, message: string) => Promise<void>;
}

/** One call of a tool, as the tool sees it. */
export interface ToolScope {
  /** The branch that is meant when the caller names none. */
  readonly production: string;
  /** Aborts when the service stops. */
  readonly closing: AbortSignal;
  readonly exchange: Exchange;
  /** Performs an operation as the caller; `undefined` members of the input are left out. @throws Problem */
  perform(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<Json | undefined>;
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
  /** Arguments in place of those of the operation. */
  input?: InputSchema;
  /** The schema of the answer, in place of that of the operation. */
  output?: JsonObject;
  /** Replaces performing the operation with the arguments. @throws Problem */
  run?(scope: ToolScope, args: JsonObject): Promise<Outcome>;
  /** Tells a model how to go on from an answer of the operation. */
  noteOn?(value: JsonObject): string | undefined;
}

/** The name under which a tool is called. */
export function nameOf({ name, operation }: Tool): string {
  return name ?? operation.name;
}

export const branchArgument: JsonObject = {
  ...branchField,
  description: 'The branch; production by default. `local` is the overlay directory.',
};

export const opArgument: JsonObject = { ...opField, default: 'platform' };

/** The arguments of a tool: those of its operation, with branch and `op` left to the caller. */
export function argumentsOf({ input, operation }: Tool): InputSchema {
  if (input) return input;
  const { properties, required = [] } = operation.input;
  const known: Record<string, JsonObject> = { ...properties };
  delete known['kind'];
  if (known['branch']) known['branch'] = branchArgument;
  if (known['op']) known['op'] = opArgument;
  return { properties: known, required: required.filter((name) => name !== 'branch' && name !== 'op') };
}
