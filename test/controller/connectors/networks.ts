import { Clients, createHttpClient, createNetwork } from '../../../controller/connectors/index.js';

const client = createHttpClient({ allowPrivateNetworks: true });

/** A network that reaches the servers of this machine. */
export const openNetwork = createNetwork(client, true);

/** A network as an installation has it that allows no private addresses. */
export const guardedNetwork = createNetwork(createHttpClient({ allowPrivateNetworks: false }), false);

/** Clients for connectors that reach the servers of this machine. */
export function openClients(): Clients {
  return new Clients(openNetwork);
}
