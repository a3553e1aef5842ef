import type { JsonObject } from '../../../schemas/json/types.js';
import { secretField } from '../contract/server-fields.js';

export interface McpConfig {
  url?: string;
  headers?: Record<string, string>;
  token?: string;
  command?: string;
  arguments?: string[];
  environment?: Record<string, string>;
  /** Seconds. */
  timeout: number;
}

const texts = (title: string, description: string, name: string): JsonObject => ({
  title,
  description,
  type: 'object',
  additionalProperties: {
    title: name,
    description: 'The value.',
    type: 'string',
    'x-secret': 'allowed',
    examples: ['acme'],
  },
});

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'MCP connection',
  description:
    'A server of the Model Context Protocol: at an address (Streamable HTTP), or started as a program.',
  type: 'object',
  anyOf: [{ required: ['url'] }, { required: ['command'] }],
  dependentRequired: {
    headers: ['url'],
    token: ['url'],
    arguments: ['command'],
    environment: ['command'],
  },
  additionalProperties: false,
  properties: {
    url: {
      title: 'Address',
      description: 'The address of the server.',
      type: 'string',
      pattern: '^https?://[^\\s/?#@]+(/[^\\s#]*)?$',
      patternErrorMessage: 'an http or https address without user and fragment',
      examples: ['https://mcp.example.com/mcp'],
    },
    headers: {
      ...texts('Headers', 'Sent with every request.', 'Header'),
      examples: [{ 'X-Tenant': 'acme' }],
    },
    token: secretField('Token', 'Sent as `Authorization: Bearer`.', 'shop/mcp'),
    command: {
      title: 'Command',
      description: 'The program, where `Flows.AllowProcesses` allows programs.',
      type: 'string',
      minLength: 1,
      examples: ['node'],
    },
    arguments: {
      title: 'Arguments',
      description: 'The arguments of the program.',
      type: 'array',
      items: { title: 'Argument', description: 'One argument.', type: 'string', examples: ['--verbose'] },
      examples: [['my-server.js']],
    },
    environment: {
      ...texts('Environment', 'Variables of the program, besides the path and the home folder.', 'Variable'),
      examples: [{ LOG_LEVEL: 'debug' }],
    },
    timeout: {
      title: 'Timeout',
      description: 'The longest time of one request, in seconds.',
      type: 'number',
      minimum: 0.1,
      maximum: 3_600,
      default: 60,
      examples: [10],
    },
  },
};
