import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { didYouMean } from '../../../schemas/nearest.js';
import { resolvedObject, UnusableError } from '../openapi/document/references.js';
import { slashesAtEnd } from '../openapi/document/servers.js';
import type { AsyncOperation } from './operation.js';

/** The protocols by which calls reach servers. */
export type Protocol = 'http' | 'ws' | 'amqp' | 'mqtt' | 'nats' | 'redis';

/** The server of a call. */
export interface AsyncServer {
  readonly protocol: Protocol;
  readonly isEncrypted: boolean;
  readonly host: string;
  readonly port: number;
  /** Begins with a slash, or is empty. */
  readonly path: string;
  readonly definition: JsonObject;
}

/** The parts of a call that decide the server. */
export interface WantedServer {
  readonly name: string | undefined;
  readonly variables: JsonObject;
  readonly protocol: string | undefined;
}

/** The names of protocols in descriptions, with the usual ports. */
const protocols: Readonly<Record<string, readonly [Protocol, boolean, number]>> = {
  http: ['http', false, 80],
  https: ['http', true, 443],
  ws: ['ws', false, 80],
  wss: ['ws', true, 443],
  amqp: ['amqp', false, 5_672],
  amqps: ['amqp', true, 5_671],
  mqtt: ['mqtt', false, 1_883],
  mqtt5: ['mqtt', false, 1_883],
  mqtts: ['mqtt', true, 8_883],
  'secure-mqtt': ['mqtt', true, 8_883],
  nats: ['nats', false, 4_222],
  tls: ['nats', true, 4_222],
  redis: ['redis', false, 6_379],
  rediss: ['redis', true, 6_379],
};

/** Finds the server of a call: the named one, or the first of the channel that has the protocol. @throws UnusableError */
export function getServer(root: JsonObject, { servers }: AsyncOperation, request: WantedServer): AsyncServer {
  const all = objectOr(root['servers']);
  const names = (servers ?? Object.keys(all)).filter((each) => Object.hasOwn(all, each));
  if (request.name !== undefined) {
    if (!Object.hasOwn(all, request.name)) throw missing(request.name, names);
    if (!names.includes(request.name)) {
      const hint = `It has: ${names.slice(0, 10).join(', ')}.`;
      throw new UnusableError(`the channel is not on the server \`${request.name}\``, hint);
    }
    return read(root, resolvedObject(root, all[request.name]), request.variables, request.name);
  }
  const findFamily = (name: unknown) => protocols[String(name).toLowerCase()]?.[0];
  const family = findFamily(request.protocol);
  const isWanted = ({ protocol }: JsonObject) =>
    request.protocol === undefined ||
    (family === undefined ? protocol === request.protocol : findFamily(protocol) === family);
  const name = names.find((each) => isWanted(resolvedObject(root, all[each])));
  if (name !== undefined) return read(root, resolvedObject(root, all[name]), request.variables, name);
  const hint = 'Calls need the address of a server: add one under `servers`.';
  if (request.protocol === undefined) throw new UnusableError('the description names no server', hint);
  throw new UnusableError(`the channel has no server with the protocol \`${request.protocol}\``);
}

function read(root: JsonObject, definition: JsonObject, values: JsonObject, name: string): AsyncServer {
  const protocolName = String(definition['protocol'] ?? '').toLowerCase();
  const knownProtocol = Object.hasOwn(protocols, protocolName) ? protocols[protocolName] : undefined;
  if (!knownProtocol) {
    const message = `the server \`${name}\` has the protocol \`${protocolName.slice(0, 50)}\`, which is not supported`;
    throw new UnusableError(message, `Supported are ${Object.keys(protocols).join(', ')}.`);
  }
  const url = getRootAddress(root, definition, values, name);
  // The address may say more: `amqps:`, `tls:`.
  const scheme = url.protocol.slice(0, -1);
  const said = Object.hasOwn(protocols, scheme) ? protocols[scheme] : undefined;
  const [protocol, isEncrypted, usualPort] = said?.[0] === knownProtocol[0] ? said : knownProtocol;
  if (url.username !== '' || url.password !== '') {
    const hint = 'Credentials belong into `authentication` of the call.';
    throw new UnusableError(`the address of the server \`${name}\` has credentials`, hint);
  }
  return {
    protocol,
    isEncrypted,
    definition,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usualPort : Number(url.port),
    path: url.pathname.replace(slashesAtEnd, ''),
  };
}

/** Version 2 has `url`, version 3 `host` and `pathname`. @throws UnusableError */
function getRootAddress(root: JsonObject, definition: JsonObject, values: JsonObject, name: string): URL {
  const { url, host, pathname = '' } = definition;
  const filledUrl = filled(root, String(url ?? `${host ?? ''}${pathname}`), definition, values);
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(filledUrl) ? filledUrl : `any://${filledUrl}`;
  if (URL.canParse(address) && new URL(address).hostname !== '') {
    return new URL(address);
  }
  throw new UnusableError(`the server \`${name}\` has no address that can be read`);
}

function filled(root: JsonObject, text: string, definition: JsonObject, values: JsonObject): string {
  const variables = objectOr(definition['variables']);
  return text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const { enum: choices, default: usual }: JsonObject = resolvedObject(root, variables[name]);
    const value: Json | undefined = Object.hasOwn(values, name) ? values[name] : usual;
    if (value === undefined || value === null || isObject(value)) {
      const hint = 'Write it in `server.variables` of the call.';
      throw new UnusableError(`the server needs the variable \`${name}\``, hint);
    }
    if (Array.isArray(choices) && !choices.map(String).includes(String(value))) {
      throw new UnusableError(`the variable \`${name}\` of the server takes ${choices.join(', ')}`);
    }
    return String(value);
  });
}

function missing(name: string, names: readonly string[]): UnusableError {
  const [hint] = didYouMean(name, names);
  return new UnusableError(`the description has no server \`${name}\``, hint);
}
