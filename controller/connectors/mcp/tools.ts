import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { type Action, type Actions, ConnectorError } from '../contract/connector.js';
import type { McpClient } from './client.js';
import type { McpConfig } from './config-schema.js';

const maxTextLength = 1_000;

/** Returns the actions that the tools of a server are. Letters that the name of an action cannot have become `_`. */
export function getActions(tools: readonly Tool[]): Actions<McpConfig, McpClient> {
  const actions: Record<string, Action<McpConfig, McpClient>> = {};
  for (const tool of tools) {
    const name = getToolName(tool.name);
    // The first of two tools with one name; the other is reached with `request`.
    if (!Object.hasOwn(actions, name)) actions[name] = getAction(tool);
  }
  return actions;
}

function getToolName(tool: string): string {
  return tool.replace(/[^\w-]/g, '_').replace(/^[^A-Za-z_]/, '_$&');
}

function getAction({ name, title, description, inputSchema, outputSchema, annotations = {} }: Tool) {
  const { readOnlyHint: readOnly = false, idempotentHint, destructiveHint } = annotations;
  const action: Action<McpConfig, McpClient> = {
    title: title ?? annotations.title ?? name,
    description: description ?? '',
    hints: {
      readOnly,
      idempotent: readOnly || (idempotentHint ?? false),
      destructive: !readOnly && (destructiveHint ?? true),
    },
    input: inputSchema as JsonSchema,
    ...(outputSchema ? { output: outputSchema as JsonSchema } : {}),
    async run({ client, signal }, input) {
      const result = await client.request('tools/call', { name, arguments: input }, signal);
      return getOutput(name, result);
    },
  };
  return action;
}

/** The structured content of a tool's answer; else its texts, or all of its content. @throws ConnectorError */
function getOutput(tool: string, { content = [], structuredContent, isError }: JsonObject): Json {
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  const texts = parts.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  if (isError === true) {
    const detail = texts.join('\n').slice(0, maxTextLength) || 'it gave no reason';
    throw new ConnectorError('runtime', 500, 'Tool failed', `The tool \`${tool}\` failed: ${detail}`);
  }
  if (structuredContent !== undefined) return structuredContent;
  const isText = parts.length > 0 && texts.length === parts.length;
  return isText ? { text: texts.join('\n') } : { content };
}
