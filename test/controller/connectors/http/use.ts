import { afterAll } from 'vitest';
import {
  type ActionFiles,
  builtInConnectors,
  type Clients,
  type Connector,
  configDefaults,
} from '../../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { openClients } from '../networks.js';

export const http = builtInConnectors().find(({ name }) => name === 'http') as Connector;

interface Call {
  action?: string;
  input?: JsonObject;
  signal?: AbortSignal;
  files?: ActionFiles;
  from?: Clients;
}

/** Returns a function that calls actions as runs do: in a file of tests, equal configurations share a client. */
export function useCalls(): (config: JsonObject, options?: Call) => Promise<Json> {
  const clients = openClients();
  afterAll(() => clients.close());
  return (config, options) => call(config, { from: clients, ...options });
}

function call(
  config: JsonObject,
  {
    action = 'get',
    input = {},
    signal = new AbortController().signal,
    files,
    from,
  }: Call & { from: Clients },
): Promise<Json> {
  const about = { connection: 'shop', config: configDefaults(http, config), signal };
  return from.use(http, about, async (context) => {
    const found = http.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: 'key-1', log: () => {}, ...(files && { files }) }, input);
  });
}

/** Returns everything that an error shows. */
export function shown(error: unknown): string {
  const texts: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    texts.push(each.message, JSON.stringify(each));
  }
  return texts.join(' ');
}
