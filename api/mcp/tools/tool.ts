import type { JsonObject } from '../../../schemas/json.js';
import type { InputSchema, OperationHints } from '../../operations/operation.js';
import type { Outcome } from '../answers.js';
import type { McpScope } from '../scope.js';

/** A thing that a model can do. */
export interface Tool {
  name: string;
  title: string;
  /** For a model: what it does, when to use it, an example, what comes back. */
  description: string;
  /** The operation it is for: without it in the registry, the tool is not offered. */
  operation: string;
  hints?: OperationHints;
  /** What it does may take long: the answer is kept alive on the way, where the protocol can. */
  isSlow?: true;
  /** Arguments in place of those of the operation. */
  input?: InputSchema;
  /** The schema of the answer, in place of that of the operation. */
  output?: JsonObject;
  /** Other than to perform the operation with the arguments. @throws Problem */
  run?(scope: McpScope, args: JsonObject): Promise<Outcome>;
}
