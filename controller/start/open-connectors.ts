import { hash } from 'node:crypto';
import { onEscape } from '../concurrency/emitter-fence.js';
import {
  builtInConnectors,
  Clients,
  type Connector,
  createHttpClient,
  createNetwork,
} from '../connectors/index.js';
import { createDatabases } from '../connectors/sql/actions/databases.js';
import type { Sandbox } from '../sandbox/contract.js';
import { createSandbox, defaultLimits } from '../sandbox/index.js';
import type { Vault } from '../security/vault/contract.js';
import { SharedRates } from '../storage/index.js';
import type { Base } from './base.js';
import { allConnectors, installedIn } from './installed-connectors.js';

/** Everything that flows reach the world with. */
export interface OutsideAccess {
  /** The HTTP client under the network rules of the installation. */
  fetch: typeof globalThis.fetch;
  /** As `fetch`, for files of any size. */
  transfer: typeof globalThis.fetch;
  connectors: readonly Connector[];
  /** Opened by connectors, and shared by the uses of a connection. */
  clients: Clients;
  sandbox: Sandbox;
}

/** @throws Problem settings_invalid for a package that is no connector */
export async function openConnectors(
  { settings, data, storage, log, closers }: Base,
  vault: Pick<Vault, 'sign'>,
): Promise<OutsideAccess> {
  const {
    AllowPrivateNetworks: allowPrivateNetworks,
    AllowProcesses: allowProcesses,
    AllowContainers: allowContainers,
    Python: python,
  } = settings.Flows;
  closers.add(
    onEscape(({ error, owner }) =>
      log.error(
        { err: error, server: owner },
        'client library failed: its calls ended, and it is opened again',
      ),
    ),
  );
  const client = createHttpClient({ allowPrivateNetworks });
  closers.add(() => client.close());
  // Connectors limit the time of their requests themselves: answers of language models take minutes.
  const patient = createHttpClient({ allowPrivateNetworks, timeoutMs: 3_600_000 });
  closers.add(() => patient.close());
  const network = createNetwork(patient, allowPrivateNetworks);
  const report = (err: unknown): void =>
    log.error({ err }, 'pause of a rate limit not shared with other nodes');
  const rates = storage.node && new SharedRates(storage, (key) => vault.sign(`rate ${key}`), report);
  const clients = new Clients(network, rates);
  closers.add(() => clients.close());
  const databases = createDatabases({
    directory: settings.Connectors.Sql.Directory ?? data.file('databases'),
    allowAnyFile: settings.Connectors.Sql.AllowAnyFile,
    network,
  });
  closers.add(() => databases.close());
  // Another installation on this machine has containers of its own.
  const owner = hash('sha256', data.file('.')).slice(0, 16);
  // A small output of tasks leaves room for what a process writes beside.
  const output = Math.max(defaultLimits.output, settings.Limits.TaskOutput);
  const sandbox = createSandbox({ allowProcesses, allowContainers, owner, python, limits: { output } });
  closers.add(() => sandbox.close());
  const connectors = await allConnectors(builtInConnectors(databases, allowProcesses), installedIn(settings));
  return { fetch: client.fetch, transfer: client.transfer, connectors, clients, sandbox };
}
