import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { grpcMethod } from '../../../connectors/index.js';
import { getKind } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';
import { compileAuthentication } from '../http/authentication.js';
import { compileSource } from '../openapi/source.js';
import { callProtocol } from './protocol.js';

/** The port of servers that have a certificate; at any other, TLS is not spoken. */
const tlsPort = 443;

/**
 * Compiles the call of a method of a gRPC service; the output is the answer in ProtoJSON, a list for a stream of answers.
 * The arguments of a method that takes a stream are `messages`.
 */
export function callGrpc(value: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/with`;
  if (!isObject(value)) {
    return context.fault(value === undefined ? context.pointer : pointer, '`call: grpc` needs `with`');
  }
  const service = objectOr(value['service']);
  const { method = null, arguments: passed = {} } = value;
  const callArguments = { service: service['name'] ?? null, method, arguments: passed };
  const source = compileSource(value['proto'], `${pointer}/proto`, {
    endpoint: callArguments,
    context,
    language: 'proto',
  });
  const { authentication: policy } = service;
  const at = `${pointer}/service/authentication`;
  const authentication = compileAuthentication(
    policy === undefined ? undefined : { value: policy, pointer: at },
    context,
  );
  const template = context.template({ service: named(service), method, arguments: passed }, pointer);
  return (
    source && {
      async perform(scope, input) {
        const filled = objectOr(await fill(template, input, scope));
        const { name, host, port = tlsPort } = objectOr(filled['service']);
        const { fetch } = scope.frame.run.host;
        const credentials =
          authentication && (await untilAborted(authentication(input, scope), scope.signal));
        const proof = credentials && (await credentials.authorization(fetch, scope.signal));
        const { text: proto } = await source(input, scope);
        const action = findMethod(scope, proto, [String(name), String(filled['method'])]);
        if (!action) {
          const detail = `The description has no method \`${String(filled['method'])}\` of \`${String(name)}\``;
          throw taskError('configuration', scope, detail);
        }
        const args = filled['arguments'] ?? {};
        if (!isObject(args)) {
          throw taskError('configuration', scope, `\`arguments\` must be an object, not ${getKind(args)}`);
        }
        const metadata = proof ? { authorization: `${proof.scheme} ${proof.parameter ?? ''}` } : {};
        const ssl = port === tlsPort ? 'verify' : 'disable';
        const config = { host: host ?? null, port, ssl, metadata };
        return callProtocol(scope, {
          connector: 'grpc',
          config,
          texts: { proto },
          action: action.name,
          input: args,
        });
      },
    }
  );
}

/** @throws FlowError configuration */
function findMethod(scope: Scope, proto: string, [service, method]: [string, string]) {
  try {
    return grpcMethod(proto, service, method);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ProtoError') throw error;
    throw taskError('configuration', scope, `The description cannot be read: ${error.message}`, error);
  }
}

function named({ name = null, host = null, port }: JsonObject): JsonObject {
  return { name, host, ...(port === undefined ? {} : { port }) };
}
