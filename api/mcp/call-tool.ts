import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../schemas/json/types.js';
import { nearest } from '../../schemas/nearest.js';
import { runAsTool } from '../operations/flows/tools.js';
import { prepareGiven } from '../operations/given-input.js';
import { tools } from '../operations/registry.js';
import type { InputSchema } from '../operations/shared/operation.js';
import { argumentsOf, nameOf, type Outcome, type Tool } from '../operations/shared/tool.js';
import { flowToolNamed } from './flow-tools.js';
import type { McpScope } from './scope.js';
import { failure, toolsByName } from './tools.js';

const checked = new WeakMap<Tool, { name: string; input: InputSchema }>();

/**
 * Calls a tool. Its failure is a result too, so that the model sees the problem and can correct the call.
 * @param args completed with defaults
 * @throws ProtocolError for an unknown tool
 */
export async function callTool(scope: McpScope, name: string, args: JsonObject): Promise<CallToolResult> {
  try {
    return success(await outcomeOf(scope, name, args));
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return failure(scope.call.explain(error), scope.call);
  }
}

function success({ value, note }: Outcome): CallToolResult {
  const json = { type: 'text' as const, text: JSON.stringify(value) };
  return {
    content: note === undefined ? [json] : [json, { type: 'text', text: note }],
    structuredContent: value,
  };
}

async function outcomeOf(scope: McpScope, name: string, args: JsonObject): Promise<Outcome> {
  const tool = toolsByName.get(name);
  if (!tool) return callFlow(scope, name, args);
  const given = prepareGiven(tool.operation, args, callableOf(tool));
  return tool.run ? tool.run(scope, given) : performed(scope, tool, given);
}

async function callFlow(scope: McpScope, name: string, parameters: JsonObject): Promise<Outcome> {
  const found = await flowToolNamed(scope, name);
  if (found) return runAsTool(scope, { flow: found.flow, parameters });
  const meant = nearest(name, tools.map(nameOf));
  const near = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}${near}`);
}

/** Returns the same object for the same tool, so that its schema is compiled once. */
function callableOf(tool: Tool) {
  let known = checked.get(tool);
  if (!known) {
    known = { name: nameOf(tool), input: argumentsOf(tool) };
    checked.set(tool, known);
  }
  return known;
}

async function performed(scope: McpScope, tool: Tool, args: JsonObject): Promise<Outcome> {
  const { operation } = tool;
  const takesBranch = Object.hasOwn(callableOf(tool).input.properties, 'branch');
  const given = takesBranch ? { branch: scope.production, ...args } : args;
  const value = ((await scope.perform(operation, given)) ?? {}) as JsonObject;
  return { value, note: tool.noteOn?.(value) };
}
