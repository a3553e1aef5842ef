import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { type ActionContext, ConnectorError, type OtherAction } from '../contract/connector.js';
import type { ToolSpec } from './chat.js';
import type { LlmConfig } from './config-schema.js';

/** An action that a model may call. */
export interface Tool extends OtherAction, ToolSpec {
  /** Set by the flow; the model neither sees nor changes them. */
  fixed: JsonObject;
}

/** The schema of the actions that a flow lists. */
export const toolsField: JsonObject = {
  title: 'Tools',
  description:
    'The actions that the model may call, and no others. A constant name is checked with the flow.',
  type: 'array',
  minItems: 1,
  maxItems: 64,
  items: {
    type: 'object',
    required: ['action'],
    additionalProperties: false,
    properties: {
      action: {
        title: 'Action',
        description: 'An action of a connection.',
        type: 'string',
        pattern: '^[a-z0-9][a-z0-9-]{0,62}\\.[A-Za-z_][A-Za-z0-9_-]*$',
        patternErrorMessage: '`<connection>.<action>`',
      },
      description: { title: 'Description', description: 'Tells the model when to call it.', type: 'string' },
      arguments: { title: 'Arguments', description: 'Fixed arguments.', type: 'object' },
    },
  },
  examples: [[{ action: 'shop.get', description: 'Reads an order.', arguments: { path: '/orders/17' } }]],
};

/** Returns the tools of a call. @throws an error for an action that is not there */
export async function getTools(
  definitions: Json | undefined,
  context: ActionContext<LlmConfig>,
): Promise<Tool[]> {
  const { describeAction } = context;
  if (!describeAction || !context.call) throw noCalls();
  const names = new Set<string>();
  const tools: Tool[] = [];
  for (const each of Array.isArray(definitions) ? definitions : []) {
    const { action: actionText, description, arguments: fixed } = objectOr(each);
    const [connection = '', action = ''] = String(actionText).split('.');
    const described = await describeAction({ connection, action });
    tools.push({
      connection,
      action,
      fixed: objectOr(fixed),
      name: freeName(`${connection}__${action}`, names),
      description: String(description ?? `${described.title}. ${described.description}`),
      schema: openSchema(described.input, objectOr(fixed)),
    });
  }
  return tools;
}

/** The APIs take names of at most 64 letters, digits, `_` and `-`. */
function freeName(base: string, taken: Set<string>): string {
  let name = base.slice(0, 60);
  for (let count = 2; taken.has(name); count++) name = `${base.slice(0, 60)}_${count}`;
  taken.add(name);
  return name;
}

/** Keywords that the APIs refuse at the top of a schema; the arguments are checked against all of it before the call. */
const refused = new Set([
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  '$schema',
  'dependentRequired',
]);

/** Returns the schema of the arguments that are left to the model. */
function openSchema(schema: Json, fixed: JsonObject): JsonObject {
  if (!isObject(schema)) return { type: 'object' };
  const { properties, required, ...rest } = schema;
  const isOpen = (name: string) => !Object.hasOwn(fixed, name);
  const kept = Object.entries(rest).filter(([keyword]) => !refused.has(keyword));
  return {
    ...Object.fromEntries(kept),
    type: 'object',
    properties: Object.fromEntries(Object.entries(objectOr(properties)).filter(([name]) => isOpen(name))),
    required: Array.isArray(required) ? required.filter((name) => isOpen(String(name))) : [],
  };
}

function noCalls(): ConnectorError {
  const detail = 'Tools are called from flows only, and not by a model that is a tool itself';
  return new ConnectorError('configuration', 400, 'Tools not available', detail);
}
