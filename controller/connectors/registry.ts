import type { Connector } from './contract/connector.js';
import { httpConnector } from './http/connector.js';
import type { Databases } from './sql/actions/databases.js';
import { sqlConnector } from './sql/connector.js';

/** The means by which built-in connectors reach other systems. */
export interface BuiltInConnectorOptions {
  fetch: typeof globalThis.fetch;
  /** Missing when connectors only check files. */
  databases?: Databases;
}

const noDatabases: Databases = {
  engine: async () => {
    throw new Error('The connector was created to check files only');
  },
  close: async () => {},
};

/** The connectors that come with svc. A new one is a folder with a connector, and an entry here. */
export function builtInConnectors({
  fetch,
  databases = noDatabases,
}: BuiltInConnectorOptions): readonly Connector[] {
  return [httpConnector(fetch), sqlConnector(databases)] as unknown as readonly Connector[];
}
