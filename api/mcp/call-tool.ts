import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { hasExactNumber } from '../../schemas/json/exact-number.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { nearest } from '../../schemas/nearest.js';
import { runFlow } from '../operations/flows/operations.js';
import { runAsTool } from '../operations/flows/tools.js';
import { prepareGiven } from '../operations/given-input.js';
import { tools } from '../operations/registry.js';
import type { InputSchema } from '../operations/shared/operation.js';
import { getArguments, getName, type Outcome, type Tool } from '../operations/shared/tool.js';
import { getResult } from './answers/result.js';
import { questionFor } from './elicitation.js';
import { toolsByName } from './listing/tools.js';
import { flowToolNamed } from './offered-tools.js';
import { failure } from './problems.js';
import type { McpScope } from './scope.js';

const checked = new WeakMap<Tool, { name: string; input: InputSchema }>();

interface ToolCall {
  name: string;
  /** Completed with defaults. */
  args: JsonObject;
  /** The client can ask its user. */
  elicits: boolean;
}

/**
 * Calls a tool. Its failure is a result too, so that the model sees the problem and can correct the call. An effect that
 * needs the consent of a person is asked for where the client can do that.
 * @throws ProtocolError for an unknown tool
 */
export async function callTool(
  scope: McpScope,
  { name, args, elicits }: ToolCall,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const result = getResult(await getOutcome(scope, name, args));
    // The SDK writes exact numbers as text.
    if (hasExactNumber((result.structuredContent ?? null) as Json))
      scope.call.exactResult = result as unknown as Json;
    return result;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const problem = scope.call.explain(error);
    return (elicits && questionFor(problem)) || failure(problem, scope.call);
  }
}

async function getOutcome(scope: McpScope, name: string, args: JsonObject): Promise<Outcome> {
  const tool = toolsByName.get(name);
  const ownScope = scope.calledBy(name);
  if (!tool) return callFlow(ownScope, name, args);
  const { confirm, ...rest } = args;
  const isConfirmed = tool.confirms && typeof confirm === 'string';
  const operationArgs = isConfirmed || confirm === null ? rest : args;
  const input = prepareGiven(tool.operation, operationArgs, getCallable(tool));
  const callScope = isConfirmed ? ownScope.confirmedBy(confirm) : ownScope;
  return tool.run ? tool.run(callScope, input) : performed(callScope, tool, input);
}

async function callFlow(scope: McpScope, name: string, args: JsonObject): Promise<Outcome> {
  const flowTool = await flowToolNamed(scope, name);
  if (flowTool) {
    const isOwn = ([argument]: [string, Json]) => flowTool.own.includes(argument);
    const own = Object.fromEntries(Object.entries(args).filter(isOwn));
    const parameters = Object.fromEntries(Object.entries(args).filter((entry) => !isOwn(entry)));
    return runAsTool(
      scope,
      prepareGiven(runFlow, { branch: scope.production, ...own, flow: flowTool.flow, parameters }),
    );
  }
  const meant = nearest(name, tools.map(getName));
  const near = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}${near}`);
}

/** Returns the same object for the same tool, so that its schema is compiled once. */
function getCallable(tool: Tool) {
  let validator = checked.get(tool);
  if (!validator) {
    validator = { name: getName(tool), input: getArguments(tool) };
    checked.set(tool, validator);
  }
  return validator;
}

async function performed(scope: McpScope, tool: Tool, args: JsonObject): Promise<Outcome> {
  const { operation } = tool;
  const takesBranch = Object.hasOwn(getCallable(tool).input.properties, 'branch');
  const input = takesBranch ? { branch: scope.production, ...args } : args;
  const value = ((await scope.perform(operation, input)) ?? {}) as JsonObject;
  return { value };
}
