import { fileURLToPath } from 'node:url';
import {
  type Action,
  Clients,
  type Connector,
  configDefaults,
  createHttpClient,
  createNetwork,
} from '../../../controller/connectors/index.js';
import { mcpConnector } from '../../../controller/connectors/mcp/connector.js';
import type { ProtocolCall } from '../../../controller/flows/index.js';
import type { Json } from '../../../schemas/json/types.js';

const program = fileURLToPath(new URL('mock-mcp.ts', import.meta.url));
const mcp = mcpConnector(true) as unknown as Connector;

/** Calls servers of protocols: any program of an example is a mock of this folder; a method of gRPC tells that it was called. */
export class MockProtocols {
  readonly #client = createHttpClient({ allowPrivateNetworks: true });
  readonly #clients = new Clients(createNetwork(this.#client, true));

  async call({ connector, config, action, input }: ProtocolCall, signal: AbortSignal): Promise<Json> {
    if (connector === 'grpc') return { called: action };
    if (connector !== mcp.name) throw new Error(`There is no mock of ${connector}`);
    const mock = { command: process.execPath, arguments: ['--import', import.meta.resolve('tsx'), program] };
    const given = configDefaults(mcp, { ...config, ...mock });
    return this.#clients.use(mcp, { connection: connector, config: given, signal }, (context) =>
      (mcp.actions[action] as Action).run({ ...context, idempotencyKey: 'k', log: () => {} }, input),
    );
  }

  async close(): Promise<void> {
    await this.#clients.close();
    await this.#client.close();
  }
}
