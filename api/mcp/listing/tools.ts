import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../schemas/json/types.js';
import { takesNull } from '../../operations/given-input.js';
import { tools } from '../../operations/registry.js';
import { getArguments, getName, type Tool } from '../../operations/shared/tool.js';
import { answerShape, concise } from './concise.js';

export const toolsByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [getName(tool), tool]));

const confirmArgument = { type: 'string', description: 'The token of the answer that asked to confirm.' };

/** Returns the description of a tool for `tools/list`. The title is there once: it costs every client's model. */
export function describeTool(tool: Tool): ListedTool {
  const { operation, title = operation.title, description, output = operation.output } = tool;
  const { properties, required = [] } = getArguments(tool);
  const { readOnly, destructive, idempotent } = operation.hints;
  const named = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name)
      ? concise(schema, sharedName(tool, name))
      : orNull(concise(schema, sharedName(tool, name))),
  ]);
  return {
    name: getName(tool),
    title,
    description,
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries([...named, ...(tool.confirms ? [['confirm', confirmArgument]] : [])]),
      required: [...required],
    },
    outputSchema: answerShape(output),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive || tool.isDestructive === true,
      idempotentHint: idempotent,
    },
  } as ListedTool;
}

/** Clients that send each argument send null for the optional ones. */
function orNull(schema: JsonObject): JsonObject {
  const { type, enum: choices } = schema;
  if (typeof type !== 'string' || takesNull(schema)) return schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(choices) ? { enum: [...choices, null] } : {}) };
}

/** In the tools of entities, `connection` and `env` say what they say of types of a connector. */
function sharedName({ operation }: Tool, name: string): string | undefined {
  const isOfEntities = /-entit(y|ies)$/.test(operation.name);
  return isOfEntities || (name !== 'env' && name !== 'connection') ? name : undefined;
}
