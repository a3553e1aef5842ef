import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { nearest } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json.js';
import type { InputSchema } from '../operations/operation.js';
import { operationNamed } from '../operations/registry.js';
import { prepareGiven } from '../rest/given-input.js';
import { failure, type Outcome, success } from './answers.js';
import type { McpScope } from './scope.js';
import { flowToolNamed } from './tools/flow-tools.js';
import { inputOf, toolNamed, tools } from './tools/index.js';
import { runFlow } from './tools/run-tools.js';
import type { Tool } from './tools/tool.js';
import { noteOn } from './tools/write-tools.js';

const checked = new WeakMap<Tool, { name: string; input: InputSchema }>();

/**
 * What a tool gives. What goes wrong in it is a result too, so that the model sees it and goes on from there.
 * @param args defaults are filled in
 * @throws ProtocolError for a name that no tool has
 */
export async function callTool(scope: McpScope, name: string, args: JsonObject): Promise<CallToolResult> {
  try {
    return success(await outcomeOf(scope, name, args));
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return failure(scope.call.explain(error), scope.call);
  }
}

async function outcomeOf(scope: McpScope, name: string, args: JsonObject): Promise<Outcome> {
  const tool = toolNamed(name);
  if (!tool) return callFlow(scope, name, args);
  const given = prepareGiven(operationNamed(tool.operation), args, argumentsOf(tool));
  return tool.run ? tool.run(scope, given) : performed(scope, tool, given);
}

async function callFlow(scope: McpScope, name: string, parameters: JsonObject): Promise<Outcome> {
  const found = await flowToolNamed(scope, name);
  if (found) return runFlow(scope, { flow: found.flow, parameters });
  const meant = nearest(
    name,
    tools.map((tool) => tool.name),
  );
  const near = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}${near}`);
}

/** The same object for the same tool: its schema is compiled once. */
function argumentsOf(tool: Tool) {
  let known = checked.get(tool);
  if (!known) {
    known = { name: tool.name, input: inputOf(tool) };
    checked.set(tool, known);
  }
  return known;
}

async function performed(scope: McpScope, tool: Tool, args: JsonObject): Promise<Outcome> {
  const { operation } = tool;
  const takesBranch = Object.hasOwn(argumentsOf(tool).input.properties, 'branch');
  const given = takesBranch ? { branch: scope.production, ...args } : args;
  const value = ((await scope.perform(operation, given)) ?? {}) as JsonObject;
  return { value, ...noteOn(value) };
}
