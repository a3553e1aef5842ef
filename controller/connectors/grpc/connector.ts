import type { Root } from 'protobufjs';
import type { JsonObject } from '../../../schemas/json/types.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { SharedWork } from '../../concurrency/shared-work.js';
import { type Action, type Actions, defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { authDestinations, findConsent } from '../http/credentials/destinations.js';
import { flatKeys } from '../http/credentials/keys.js';
import { findActionPath, getActions } from './actions.js';
import { GrpcClient } from './client.js';
import { configSchema, type GrpcConfig } from './config-schema.js';
import { ProtoError, readProto } from './proto.js';
import { reflect } from './reflection.js';

type GrpcActions = Actions<GrpcConfig, GrpcClient>;

/** By text: flows and runs ask often. */
const cache = new BoundedMap<string, GrpcActions>(32);
/** The services of servers, asked for once for each client. */
const reflections = new WeakMap<GrpcClient, { answer?: Root; asking: SharedWork<Root> }>();

/** Servers of gRPC; the methods of their services are the actions. */
export const grpcConnector = defineConnector<GrpcConfig, GrpcClient>({
  name: 'grpc',
  title: 'gRPC',
  description: 'A server of gRPC: each method of its services is an action.',
  configSchema,
  destinations: (config) => [...toServer(config), ...authDestinations(config['auth'])],
  keys: flatKeys,
  consent: findConsent,
  client: {
    open: GrpcClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isUsable,
  },
  actions: {},
  described: {
    files: ({ proto }) =>
      typeof proto === 'string' ? [{ holds: 'proto', file: proto, pointer: '/proto' }] : [],
    check: faultOfProto,
    actions: (_: JsonObject, { proto }) => (proto === undefined ? undefined : described(proto)),
    async discover({ client, signal }) {
      const reflection = reflections.get(client) ?? { asking: new SharedWork<Root>() };
      reflections.set(client, reflection);
      reflection.answer ??= await reflection.asking.run('services', signal, (shared) =>
        reflect(client, shared),
      );
      return getActions(reflection.answer);
    },
  },
  async test({ client, config, signal }) {
    // Any answer shows that a server of gRPC is there.
    if (config.proto === undefined) await reflect(client, signal);
    else await client.call(nothing, [], signal).catch((error) => unlessUnknown(error));
    return `The server at ${config.host}:${config.port} answers`;
  },
});

const nothing = '/svc.Nothing/Ask';

function unlessUnknown(error: unknown): void {
  if ((error as { status?: number }).status !== 501) throw error;
}

/** Finds the first fault of a `.proto` text. */
export function faultOfProto(text: string): { offset: number; message: string; hint?: string } | undefined {
  try {
    described(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProtoError)) throw error;
    const { offset, message, hint } = error;
    return { offset, message, ...(hint === undefined ? {} : { hint }) };
  }
}

/** The action of a method by its service's full name; undefined when the text has no such method. @throws ProtoError */
export function grpcMethod(
  proto: string,
  service: string,
  method: string,
): { name: string; action: Pick<Action, 'input'> } | undefined {
  const path = `${service}/${method}`;
  const entry = Object.entries(described(proto)).find(([, action]) => findActionPath(action) === path);
  return entry && { name: entry[0], action: entry[1] };
}

/** @throws ProtoError */
function described(proto: string): GrpcActions {
  const actions = cache.get(proto) ?? getActions(readProto(proto));
  cache.set(proto, actions);
  return actions;
}
