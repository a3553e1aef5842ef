import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../../schemas/json/values.js';
import { didYouMean } from '../../../schemas/nearest.js';
import { resolvedObject, UnusableError } from '../openapi/document/references.js';
import { addressPattern } from './address-pattern.js';
import { type AsyncDocument, withTraits } from './document.js';

/** The operation that a call of a flow names. */
export interface WantedOperation {
  readonly operation: string | undefined;
  readonly channel: string | undefined;
  /** True when the flow sends a message, false when it receives messages. */
  readonly sends: boolean;
}

/** An operation on a channel, the same for all versions of AsyncAPI. */
export interface AsyncOperation {
  /** As messages name it. */
  readonly name: string;
  /** The address of the channel, with `{parameters}`. */
  readonly address: string;
  /** The values of parameters that the name of the channel in the call gives. */
  readonly parameterValues: Readonly<Record<string, string>>;
  readonly parameters: JsonObject;
  readonly channel: JsonObject;
  readonly definition: JsonObject;
  /** The possible messages, unresolved. */
  readonly messages: readonly Json[];
  /** The names of the servers that have the channel; undefined for all. */
  readonly servers: readonly string[] | undefined;
}

/** Finds the operation of a call. @throws UnusableError */
export function findAsyncOperation(document: AsyncDocument, request: WantedOperation): AsyncOperation {
  return document.version === 2 ? findInVersion2(document, request) : findInVersion3(document, request);
}

/** In version 2, a channel has an operation to publish and one to subscribe. */
function findInVersion2({ root }: AsyncDocument, request: WantedOperation): AsyncOperation {
  const channels = objectOr(root['channels']);
  const verb = request.sends ? 'publish' : 'subscribe';
  const name = request.channel ?? getChannel(root, channels, String(request.operation), verb);
  const key = Object.hasOwn(channels, name)
    ? name
    : Object.keys(channels).find((each) => addressPattern(each)?.test(name));
  if (key === undefined) throw missing('channel', name, Object.keys(channels));
  const channel = resolvedObject(root, channels[key]);
  if (!isObject(channel[verb])) {
    const other = request.sends ? 'subscribe' : 'publish';
    const hint = isObject(channel[other])
      ? `The channel has \`${other}\`: a call with \`${request.sends ? 'subscription' : 'message'}\` performs it.`
      : undefined;
    throw new UnusableError(`the channel \`${key}\` has no operation \`${verb}\``, hint);
  }
  const definition = withTraits(root, channel[verb]);
  const { oneOf } = resolvedObject(root, definition['message']);
  const one = definition['message'];
  return {
    name: `${verb} ${key}`,
    address: key,
    channel,
    definition,
    parameterValues: key === name ? {} : (addressPattern(key)?.exec(name)?.groups ?? {}),
    parameters: objectOr(channel['parameters']),
    messages: Array.isArray(oneOf) ? oneOf : one === undefined ? [] : [one],
    servers: findNames(channel['servers']),
  };
}

/** Finds the channel whose operation has an `operationId`. */
function getChannel(root: JsonObject, channels: JsonObject, id: string, verb: string): string {
  const ids = Object.entries(channels).flatMap(([name, channel]): [string, string][] => {
    const operationId = withTraits(root, resolvedObject(root, channel)[verb])['operationId'];
    return typeof operationId === 'string' ? [[operationId, name]] : [];
  });
  const [, name] = ids.find(([each]) => each === id) ?? [];
  if (name !== undefined) return name;
  throw missing(
    'operation',
    id,
    ids.map(([each]) => each),
  );
}

/** In version 3, operations and channels are beside each other. */
function findInVersion3({ root }: AsyncDocument, { operation, channel: channelName }: WantedOperation) {
  const operations = objectOr(root['operations']);
  const names = Object.keys(operations);
  if (operation === undefined) {
    const message = `\`channel\` (\`${channelName}\`) is for AsyncAPI 2: the description is of version 3`;
    throw new UnusableError(message, `Write \`operation\`: ${names.slice(0, 10).join(', ')}.`);
  }
  if (!Object.hasOwn(operations, operation)) throw missing('operation', operation, names);
  const definition = withTraits(root, operations[operation]);
  const channel = resolvedObject(root, definition['channel']);
  const { address, messages: ofChannel, parameters, servers } = channel;
  if (typeof address !== 'string') {
    throw new UnusableError(`the channel of the operation \`${operation}\` has no address`);
  }
  const { messages } = definition;
  return {
    name: operation,
    address,
    parameterValues: {},
    channel,
    definition,
    parameters: objectOr(parameters),
    messages: Array.isArray(messages) ? messages : Object.values(objectOr(ofChannel)),
    servers: Array.isArray(servers) ? servers.flatMap(nameOfReference) : undefined,
  };
}

function nameOfReference(reference: Json): string[] {
  const $ref = member(objectOr(reference), '$ref');
  const [, name] = /^#\/servers\/(.+)$/.exec(String($ref)) ?? [];
  return name === undefined ? [] : [name.replaceAll('~1', '/').replaceAll('~0', '~')];
}

function findNames(list: Json | undefined): string[] | undefined {
  return Array.isArray(list) && list.length > 0 ? list.map(String) : undefined;
}

function missing(what: string, name: string, names: readonly string[]): UnusableError {
  const [hint] = didYouMean(name, names);
  return new UnusableError(`the description has no ${what} \`${name.slice(0, 200)}\``, hint);
}
