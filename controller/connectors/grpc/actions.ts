import { createRequire } from 'node:module';
import type { Message, Method, Root, Type } from 'protobufjs';
import { withDigits } from '../../../schemas/json/exact-number.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { type Action, type Actions, ConnectorError } from '../contract/connector.js';
import type { GrpcClient } from './client.js';
import type { GrpcConfig } from './config-schema.js';
import { findLostDigits } from './digits.js';
import { getMethods } from './proto.js';
import { getSchema } from './schema.js';

interface ProtoJson {
  fromJson(type: Type, json: Json): Message;
  toJson(type: Type, message: Message): Json;
}

/** Messages that a call sends as a stream. */
const maxSent = 10_000;

/** Returns the methods of services as actions: `<method>`, or `<service>_<method>` where several services have it. */
export function getActions(root: Root): Actions<GrpcConfig, GrpcClient> {
  const methods = [...getMethods(root)];
  const counts = new Map<string, number>();
  for (const [, { name }] of methods) counts.set(name, (counts.get(name) ?? 0) + 1);
  const actions: Record<string, Action<GrpcConfig, GrpcClient>> = {};
  for (const [path, method] of methods) {
    const service = path.slice(0, path.indexOf('/')).split('.').at(-1) ?? '';
    const isOnly = counts.get(method.name) === 1;
    const name = isOnly ? method.name : `${service}_${method.name}`;
    const action = getAction(path, method);
    paths.set(action, path);
    actions[Object.hasOwn(actions, name) ? path.replace(/[./]/g, '_') : name] = action;
  }
  return actions;
}

/** The methods of actions, as `<package>.<service>/<method>`. */
const paths = new WeakMap<object, string>();

/** Returns `<package>.<service>/<method>` of an action. */
export function findActionPath(action: object): string | undefined {
  return paths.get(action);
}

/** Returns the action of a method; its schemas are made when they are first read. */
function getAction(path: string, method: Method): Action<GrpcConfig, GrpcClient> {
  const { resolvedRequestType: request, resolvedResponseType: response } = method;
  if (!request || !response) throw new Error(`The types of ${path} are not resolved`);
  const streams = { requests: method.requestStream === true, responses: method.responseStream === true };
  let input: JsonSchema | undefined;
  return {
    title: method.name,
    description:
      method.comment ?? `Calls \`${path}\`. ${streams.responses ? 'The output is a list.' : ''}`.trim(),
    hints: { readOnly: false, idempotent: false, destructive: true },
    get input() {
      input ??= getInput(request, streams.requests);
      return input;
    },
    get output() {
      const each = getSchema(response);
      return streams.responses ? { type: 'array' } : each;
    },
    async run({ client, signal }, input) {
      const { fromJson, toJson } = createRequire(import.meta.url)('protobufjs/ext/protojson') as ProtoJson;
      const messages = streams.requests ? ((input['messages'] ?? []) as Json[]) : [input];
      messages.forEach((message, at) => {
        refuseLostDigits(request, message, streams.requests ? `/messages/${at}` : '');
      });
      const sent = messages.map((message) => encoded(request, () => fromJson(request, withDigits(message))));
      const answers = (await client.call(`/${path}`, sent, signal)).map((bytes) =>
        toJson(response, response.decode(bytes)),
      );
      return streams.responses ? answers : (answers[0] ?? null);
    },
  };
}

function getInput(request: Type, isStream: boolean): JsonObject {
  const each = getSchema(request);
  if (!isStream) return each;
  const { $defs = {}, ...item } = each;
  const messages = {
    title: 'Messages',
    description: 'The messages of the stream.',
    type: 'array',
    items: item,
    maxItems: maxSent,
  };
  return {
    type: 'object',
    required: ['messages'],
    additionalProperties: false,
    properties: { messages },
    $defs,
  };
}

/** @throws ConnectorError for a number whose digits its field does not hold */
function refuseLostDigits(type: Type, message: Json, pointer: string): void {
  const lost = findLostDigits(type, message, pointer);
  if (lost === undefined) return;
  const detail = `${lost.pointer}: ${String(lost.number).slice(0, 100)} cannot be sent exactly: only fields of 64-bit integers hold it. Send fewer digits, or text in a field of text`;
  throw new ConnectorError('validation', 400, 'Arguments invalid', detail);
}

function encoded(type: Type, read: () => Message): Buffer {
  try {
    return Buffer.from(type.encode(read()).finish());
  } catch (error) {
    const { message } = error as Error;
    throw new ConnectorError('validation', 400, 'Arguments invalid', message.slice(0, 500), { cause: error });
  }
}
