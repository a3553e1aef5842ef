import { addressDestinations } from '../../security/policy/destination.js';
import type { Action, Connector } from '../contract/connector.js';
import { defineConnector } from '../contract/connector.js';
import { getInput, messageHints } from '../contract/messages.js';
import { McpClient } from './client.js';
import { configSchema, type McpConfig } from './config-schema.js';
import { getPlace } from './failures.js';
import { getActions } from './tools.js';

/** The methods of the protocol that ask a server. */
const methods = [
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/templates/list',
];

const request: Action<McpConfig, McpClient> = {
  title: 'Send a request',
  description:
    'Sends a request of the protocol and returns its result. The tools of the server are actions too.',
  hints: messageHints.adds,
  input: getInput(['method'], {
    method: {
      title: 'Method',
      description: 'The method of the protocol.',
      enum: methods,
      examples: ['resources/read'],
    },
    parameters: {
      title: 'Parameters',
      description: 'The parameters of the method.',
      type: 'object',
      additionalProperties: true,
      examples: [{ uri: 'file:///orders.csv' }],
    },
  }),
  output: { title: 'Result', description: 'The result as the server has it.', type: 'object' },
  run: ({ client, signal }, { method, parameters = {} }) =>
    client.request(String(method), parameters as Record<string, never>, signal),
};

/**
 * Servers of the Model Context Protocol; their tools are the actions.
 * @param allowsPrograms false where servers must have an address
 */
export function mcpConnector(allowsPrograms: boolean): Connector<McpConfig, McpClient> {
  return defineConnector<McpConfig, McpClient>({
    name: 'mcp',
    title: 'MCP',
    description: 'A server of the Model Context Protocol: each of its tools is an action.',
    configSchema,
    destinations: ({ url, command }) =>
      url === undefined ? [{ program: String(command) }] : addressDestinations(url),
    client: {
      open: (context) => McpClient.open(context, allowsPrograms),
      close: (client) => client.close(),
      isUsable: (client) => client.isOpen,
    },
    actions: { request },
    described: {
      files: () => [],
      check: () => undefined,
      actions: () => undefined,
      discover: async ({ client, signal }) => getActions(await client.tools(signal)),
    },
    async test({ client, config, signal }) {
      const { length } = await client.tools(signal);
      return `${getPlace(config)} has ${length} tools, and answers`;
    },
  });
}
