import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { getKind } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';
import { compileAuthentication } from '../http/authentication.js';
import { compileEndpoint } from '../http/endpoint.js';
import { callProtocol } from './protocol.js';

/** The parameters without which a method has no meaning. */
const needed: Readonly<Record<string, string>> = {
  'message/send': 'message',
  'message/stream': 'message',
  'tasks/get': 'id',
  'tasks/cancel': 'id',
  'tasks/resubscribe': 'id',
};

/** Compiles a request to an agent of the Agent2Agent protocol; the output is its result, a list for a stream. */
export function callA2a(value: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/with`;
  if (!isObject(value)) {
    return context.fault(value === undefined ? context.pointer : pointer, '`call: a2a` needs `with`');
  }
  const { agentCard, server, parameters = {} } = value;
  if (agentCard === undefined && server === undefined) {
    return context.fault(pointer, '`call: a2a` needs `server` or `agentCard`');
  }
  const [at, memberValue] =
    agentCard === undefined
      ? [`${pointer}/server`, server ?? null]
      : [`${pointer}/agentCard/endpoint`, objectOr(agentCard)['endpoint'] ?? null];
  const endpoint = compileEndpoint(memberValue, at, context);
  const authentication = compileAuthentication(endpoint.authentication, context);
  const template = context.template(parameters, `${pointer}/parameters`);
  const method = String(value['method']);
  checkParameters(method, value['parameters'], pointer, context);
  return {
    async perform(scope, input) {
      const args = await fill(template, input, scope);
      if (!isObject(args)) {
        throw taskError('configuration', scope, `\`parameters\` must be an object, not ${getKind(args)}`);
      }
      const { fetch } = scope.frame.run.host;
      const credentials = authentication && (await untilAborted(authentication(input, scope), scope.signal));
      const proof = credentials && (await credentials.authorization(fetch, scope.signal));
      const headers: JsonObject = proof ? { authorization: `${proof.scheme} ${proof.parameter ?? ''}` } : {};
      const address = await endpoint.uri(input, scope);
      const config = { ...(agentCard === undefined ? { url: address } : { card: address }), headers };
      const request = { method, parameters: args };
      return callProtocol(scope, { connector: 'a2a', config, action: 'request', input: request });
    },
  };
}

function checkParameters(
  method: string,
  parameters: Json | undefined,
  pointer: string,
  context: TaskContext,
): void {
  const name = needed[method];
  if (name === undefined || typeof parameters === 'string') return;
  if (objectOr(parameters)[name] !== undefined) return;
  const message = `\`${method}\` needs \`parameters.${name}\``;
  context.report({ rule: 'argument-missing', pointer, message, hint: `Add \`${name}\` to \`parameters\`.` });
}
