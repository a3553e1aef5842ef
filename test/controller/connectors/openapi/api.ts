import { readFileSync } from 'node:fs';
import {
  Clients,
  type ConnectionContext,
  type Connector,
  configDefaults,
} from '../../../../controller/connectors/index.js';
import { openApiConnector } from '../../../../controller/connectors/openapi/connector.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { openNetwork } from '../networks.js';

export const connector = openApiConnector as unknown as Connector;

export function fixture(name: string): string {
  return readFileSync(new URL(`../../../../fixtures/openapi/${name}`, import.meta.url), 'utf8');
}

export interface Called {
  action: string;
  input?: JsonObject;
  config?: JsonObject;
  signal?: AbortSignal;
}

/** A connection to an API, with clients of its own. */
export class Api {
  readonly clients: Clients;

  /** @param text of the description; without it, the configuration names an address */
  constructor(
    private readonly config: JsonObject,
    private readonly text?: string,
    network = openNetwork,
  ) {
    this.clients = new Clients(network);
  }

  call({ action, input = {}, config = {}, signal }: Called): Promise<Json> {
    return this.use({ ...this.config, ...config }, signal, async (context) => {
      const { described } = connector;
      const known =
        this.text === undefined
          ? await described?.discover?.(context)
          : described?.actions(context.config, { document: this.text });
      const found = known?.[action];
      if (!found) throw new Error(`no action ${action}`);
      return found.run({ ...context, idempotencyKey: 'run/do/0', log: () => {} }, input);
    });
  }

  use<Result>(
    config: JsonObject,
    signal: Called['signal'],
    work: (context: ConnectionContext<JsonObject>) => Promise<Result>,
  ): Promise<Result> {
    const about = {
      connection: 'shop',
      config: configDefaults(connector, config),
      signal: signal ?? new AbortController().signal,
    };
    return this.clients.use(connector, about, work);
  }
}
