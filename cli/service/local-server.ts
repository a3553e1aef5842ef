import { findRunningServer, initialAdminKey } from '../client/local/installation.js';
import { localServer } from '../client/local/local-server.js';
import type { Transport } from '../client/rest/transport.js';
import type { InstalledRecord } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';

/** The running server of an installed service. */
export interface LocalServer {
  url: string;
  transport: Transport;
  /** The key of the first administrator, while its file exists. */
  adminKey: string | undefined;
}

/** Returns the server; undefined where it does not run, or where the caller may not read its data directory. */
export function findLocalServer(
  machine: Machine,
  { dataDirectory }: InstalledRecord,
): LocalServer | undefined {
  const data = placeOn(machine, dataDirectory);
  const running = findRunningServer(data);
  if (running === undefined) return undefined;
  const { url } = running;
  return { url, transport: localServer(running, data), adminKey: initialAdminKey(data) };
}
