import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { type Action, ConnectorError } from '../contract/connector.js';
import type { SshClient } from './client.js';
import type { SshConfig } from './config-schema.js';
import { checkNames } from './environment.js';

export const actions: Readonly<Record<string, Action<SshConfig, SshClient>>> = {
  run: {
    title: 'Run a command',
    description:
      'Runs a command in the shell of the user. Returns `code`, `signal`, `stdout` and `stderr`; a command that fails is an error unless `expect` is `any`.',
    hints: { readOnly: false, idempotent: false, destructive: true },
    input: {
      type: 'object',
      additionalProperties: false,
      required: ['command'],
      properties: {
        command: {
          title: 'Command',
          description: 'Read by the shell of the user.',
          type: 'string',
          minLength: 1,
          maxLength: 100_000,
          examples: ['uptime'],
        },
        input: {
          title: 'Input',
          description: 'The standard input of the command.',
          type: 'string',
          examples: ['a\nb\n'],
        },
        environment: {
          title: 'Environment',
          description: 'Variables; a name that the server does not accept is an error.',
          type: 'object',
          maxProperties: 100,
          propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' },
          additionalProperties: { type: 'string', pattern: '^[^\\u0000]*$' },
          examples: [{ LC_ORDER: '17' }],
        },
        output: {
          title: 'Output',
          description: '`json` reads the standard output as JSON.',
          enum: ['text', 'json'],
          default: 'text',
          examples: ['json'],
        },
        expect: {
          title: 'Expect',
          description: '`success` makes any code but 0 an error.',
          enum: ['success', 'any'],
          default: 'success',
          examples: ['any'],
        },
      },
    },
    async run({ client, signal }, commandInput) {
      const { command, input, environment = {}, output, expect } = commandInput as unknown as CommandInput;
      await checkNames(client, Object.keys(environment), signal);
      const result = await client.run({ command, input, environment }, signal);
      if (result.code !== 0 && expect !== 'any') {
        const end = result.signal === null ? `code ${result.code}` : `signal ${result.signal}`;
        const said = result.stderr.trim().slice(-500);
        const detail = `The command ended with ${end}${said === '' ? '' : `: ${said}`}`;
        throw new ConnectorError('runtime', 500, 'Command failed', detail);
      }
      const stdout = output === 'json' ? parsed(result.stdout) : result.stdout;
      return { ...result, stdout };
    },
  },
};

interface CommandInput {
  command: string;
  input?: string;
  environment?: Record<string, string>;
  output?: 'text' | 'json';
  expect?: 'success' | 'any';
}

function parsed(text: string): Json {
  try {
    return parseJsonText(text) as Json;
  } catch (cause) {
    const detail = 'The standard output of the command is not JSON';
    throw new ConnectorError('runtime', 500, 'Output not readable', detail, { cause });
  }
}
