import type { Connector } from './contract.js';
import { httpConnector } from './http/connector.js';

/** What built-in connectors reach the world with. */
export interface ConnectorSurroundings {
  fetch: typeof globalThis.fetch;
}

/** The connectors that come with svc. A new one is a folder with a connector, and an entry here. */
export function builtInConnectors(surroundings: ConnectorSurroundings): readonly Connector[] {
  return [httpConnector(surroundings.fetch) as unknown as Connector];
}
