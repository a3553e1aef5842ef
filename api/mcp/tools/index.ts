import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../schemas/json.js';
import type { InputSchema } from '../../operations/operation.js';
import { findOperation, operationNamed } from '../../operations/registry.js';
import { answerShape } from '../answers.js';
import { branchArgument, listEntitiesTool, opArgument, readEntityTool } from './entity-tools.js';
import {
  deleteKeyTool,
  featureTool,
  invokeActionTool,
  restoreBackupTool,
  rotateKeyTool,
  supportTool,
} from './other-tools.js';
import { runFlowTool } from './run-tools.js';
import type { Tool } from './tool.js';
import { createEntityTool, revertEntityTool, updateEntityTool } from './write-tools.js';

/** The tools that are there whatever the repository holds, in the order that clients see them in. */
export const tools: readonly Tool[] = [
  runFlowTool,
  invokeActionTool,
  readEntityTool,
  listEntitiesTool,
  createEntityTool,
  updateEntityTool,
  revertEntityTool,
  restoreBackupTool,
  rotateKeyTool,
  deleteKeyTool,
  supportTool,
  featureTool,
].filter(({ operation }) => findOperation(operation) !== undefined);

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** Its arguments: those of the operation, with the branch left to the caller. */
export function inputOf({ input, operation }: Tool): InputSchema {
  if (input) return input;
  const { properties, required = [] } = operationNamed(operation).input;
  const known: Record<string, JsonObject> = { ...properties };
  delete known['kind'];
  if (known['branch']) known['branch'] = branchArgument;
  if (known['op']) known['op'] = opArgument;
  return { properties: known, required: required.filter((name) => name !== 'branch' && name !== 'op') };
}

/** As the list of tools has it. */
export function describeTool(tool: Tool): ListedTool {
  const { name, title, description } = tool;
  const operation = operationNamed(tool.operation);
  const { properties, required = [] } = inputOf(tool);
  const { readOnly, destructive, idempotent } = tool.hints ?? operation.hints;
  return {
    name,
    title,
    description,
    inputSchema: objectSchema({ properties: { ...properties }, required: [...required] }),
    outputSchema: answerShape(tool.output ?? operation.output) as ListedTool['outputSchema'],
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
    },
  } as ListedTool;
}

function objectSchema(members: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, ...members };
}
