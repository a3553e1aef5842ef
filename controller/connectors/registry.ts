import type { Connector } from './contract.js';
import { httpConnector } from './http/connector.js';
import { sqlConnector } from './sql/connector.js';
import type { Databases } from './sql/databases.js';

/** What built-in connectors reach the world with. */
export interface ConnectorSurroundings {
  fetch: typeof globalThis.fetch;
  /** Left out where connectors only check files. */
  databases?: Databases;
}

/** The connectors that come with svc. A new one is a folder with a connector, and an entry here. */
export function builtInConnectors({ fetch, databases }: ConnectorSurroundings): readonly Connector[] {
  return [httpConnector(fetch), sqlConnector(databases)] as unknown as readonly Connector[];
}
