import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../schemas/json/types.js';
import { tools } from '../operations/registry.js';
import { argumentsOf, type Tool } from '../operations/shared/tool.js';
import { answerShape } from './answers.js';

const byName = new Map(tools.map((tool) => [tool.operation.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** Returns the description of a tool for `tools/list`. */
export function describeTool(tool: Tool): ListedTool {
  const { operation, title = operation.title, description, output = operation.output } = tool;
  const { properties, required = [] } = argumentsOf(tool);
  const { readOnly, destructive, idempotent } = operation.hints;
  return {
    name: operation.name,
    title,
    description,
    inputSchema: objectSchema({ properties: { ...properties }, required: [...required] }),
    outputSchema: answerShape(output) as ListedTool['outputSchema'],
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
