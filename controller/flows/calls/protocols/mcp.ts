import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { getKind } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';
import { compileAuthentication } from '../http/authentication.js';
import { compileEndpoint } from '../http/endpoint.js';
import { callProtocol } from './protocol.js';

type Config = (input: Json, scope: Scope) => Promise<JsonObject>;

/** The parameters without which a method has no meaning. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'tools/call': ['name'],
  'prompts/get': ['name'],
  'resources/read': ['uri'],
};

/** Compiles a request to a server of the Model Context Protocol; the output is its result. */
export function callMcp(value: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/with`;
  if (!isObject(value)) {
    return context.fault(value === undefined ? context.pointer : pointer, '`call: mcp` needs `with`');
  }
  const transport = objectOr(value['transport']);
  const toConfig = transport['stdio']
    ? program(transport, pointer, context)
    : address(transport, pointer, context);
  const parameters = context.template(value['parameters'] ?? {}, `${pointer}/parameters`);
  const method = String(value['method']);
  checkParameters(method, value['parameters'], pointer, context);
  const timeout = value['timeout'];
  const limit = timeout === undefined ? undefined : context.duration(timeout, `${pointer}/timeout`);
  return {
    async perform(scope, input) {
      const args = await fill(parameters, input, scope);
      if (!isObject(args)) {
        throw taskError('configuration', scope, `\`parameters\` must be an object, not ${getKind(args)}`);
      }
      const config = await toConfig(input, scope);
      if (limit) config['timeout'] = toSeconds(await limit(input, scope));
      return callProtocol(scope, {
        connector: 'mcp',
        config,
        action: 'request',
        input: { method, parameters: args },
      });
    },
  };
}

/** The time that the connector has, in seconds. */
function toSeconds(ms: number): number {
  return Math.min(Math.max(ms / 1_000, 0.1), 3_600);
}

function checkParameters(
  method: string,
  parameters: Json | undefined,
  pointer: string,
  context: TaskContext,
): void {
  if (typeof parameters === 'string') return;
  for (const name of needed[method] ?? []) {
    if (objectOr(parameters)[name] !== undefined) continue;
    const message = `\`${method}\` needs \`parameters.${name}\``;
    context.report({
      rule: 'argument-missing',
      pointer,
      message,
      hint: `Add \`${name}\` to \`parameters\`.`,
    });
  }
}

function address(transport: JsonObject, pointer: string, context: TaskContext): Config {
  const at = `${pointer}/transport/http`;
  const http = objectOr(transport['http']);
  const endpoint = compileEndpoint(http['endpoint'] ?? null, `${at}/endpoint`, context);
  const authentication = compileAuthentication(endpoint.authentication, context);
  const headers = context.template(http['headers'] ?? {}, `${at}/headers`);
  return async (input, scope) => {
    const { fetch } = scope.frame.run.host;
    const credentials = authentication && (await untilAborted(authentication(input, scope), scope.signal));
    const proof = credentials && (await credentials.authorization(fetch, scope.signal));
    const authorization = proof ? { authorization: `${proof.scheme} ${proof.parameter ?? ''}` } : {};
    return {
      url: await endpoint.uri(input, scope),
      headers: { ...texts(objectOr(await fill(headers, input, scope))), ...authorization },
    };
  };
}

function program(transport: JsonObject, pointer: string, context: TaskContext): Config {
  const stdio = context.template(transport['stdio'] ?? {}, `${pointer}/transport/stdio`);
  return async (input, scope) => {
    const { command, arguments: args = [], environment = {} } = objectOr(await fill(stdio, input, scope));
    return { command: command ?? null, arguments: args, environment: texts(objectOr(environment)) };
  };
}

function texts(values: JsonObject): JsonObject {
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
