import type { Settings } from '../../../schemas/index.js';
import { Problem } from '../../problems/index.js';
import { overlap } from '../policy/secret-policy.js';
import type { MountedProvider, SecretProvider } from '../vault/secret-provider.js';
import { CachedReads } from './cached-reads.js';
import { FilesProvider } from './files/provider.js';
import { KubernetesProvider } from './kubernetes.js';
import { ProviderClient } from './shared/client.js';
import { VaultProvider } from './vault/provider.js';
import { VaultSession } from './vault/session.js';
import { type CredentialReaders, getSignIn } from './vault/sign-in.js';

type ProvidersSettings = Settings['Secrets']['Providers'];
type ProviderSettings = ProvidersSettings[string];
type VaultSettings = NonNullable<ProviderSettings['Vault']>;
type KubernetesSettings = NonNullable<ProviderSettings['Kubernetes']>;

export interface ProvidersOptions extends CredentialReaders {
  /** Called when a provider fails in the background; calls for the same failure do not follow. */
  onFailure(prefix: string, problem: unknown): void;
}

export interface OpenProviders {
  mounts: readonly MountedProvider[];
  /** Signs in at the providers, without waiting for them. To be called once stored secrets can be read. */
  start(): void;
  close(): Promise<void>;
}

interface OpenedProvider {
  provider: SecretProvider;
  session?: VaultSession;
  client?: ProviderClient;
}

/**
 * Opens the providers of the settings. Sends no request before `start`, so a provider that is away delays nothing.
 * @throws Problem settings_invalid when a prefix contains another, or a provider lacks something that it needs
 */
export function openProviders(settings: ProvidersSettings, options: ProvidersOptions): OpenProviders {
  const prefixes = Object.keys(settings);
  requireApart(prefixes);
  for (const [prefix, { Vault }] of Object.entries(settings)) {
    if (Vault) requireStored(`Secrets.Providers.${prefix}`, Vault, prefixes);
  }
  const opened = Object.entries(settings).map(([prefix, one]) => ({ prefix, ...open(prefix, one, options) }));
  return {
    mounts: opened.map(({ prefix, provider }) => ({ prefix, provider })),
    start() {
      for (const { session } of opened) session?.start();
    },
    async close() {
      for (const { session } of opened) session?.close();
      await Promise.all(opened.map(({ client }) => client?.close()));
    },
  };
}

function open(
  prefix: string,
  { Files, Vault, Kubernetes }: ProviderSettings,
  options: ProvidersOptions,
): OpenedProvider {
  if (Vault) return openVaultProvider(Vault, options, (problem) => options.onFailure(prefix, problem));
  if (Kubernetes) return openKubernetes(prefix, Kubernetes, options);
  return { provider: new FilesProvider(String(Files?.Folder)) };
}

function openVaultProvider(
  { Address, Namespace, Mount, Version, Path, CaFile, Auth, Timeout, Cache }: VaultSettings,
  readers: CredentialReaders,
  onFailure: (problem: unknown) => void,
): OpenedProvider {
  const address = withoutSlash(Address);
  const client = new ProviderClient({
    address,
    caFile: CaFile,
    trustsOnlyCaFile: false,
    timeoutMs: Timeout * 1_000,
  });
  const session = new VaultSession({
    client,
    namespace: Namespace,
    signIn: getSignIn(Auth, readers),
    onFailure,
  });
  const provider = new VaultProvider({ session, address, mount: Mount, version: Version, path: Path ?? '' });
  return { provider: new CachedReads(provider, Cache * 1_000), session, client };
}

function openKubernetes(
  prefix: string,
  { Address, Namespace, TokenFile, CaFile, Timeout, Cache }: KubernetesSettings,
  { env }: CredentialReaders,
): OpenedProvider {
  const address = Address ?? clusterAddress(env);
  if (address === undefined) {
    throw new Problem(
      'settings_invalid',
      `Secrets.Providers.${prefix}: svc does not run in a Kubernetes cluster`,
      {
        hints: [`Set \`Secrets.Providers.${prefix}.Kubernetes.Address\`, or run svc in a cluster.`],
      },
    );
  }
  const client = new ProviderClient({
    address: withoutSlash(address),
    caFile: address.startsWith('https:') ? CaFile : undefined,
    trustsOnlyCaFile: true,
    timeoutMs: Timeout * 1_000,
  });
  const provider = new KubernetesProvider({ client, namespace: Namespace, tokenFile: TokenFile });
  return { provider: new CachedReads(provider, Cache * 1_000), client };
}

/** Returns the address of the API server of the cluster, as Kubernetes tells each container. */
function clusterAddress(env: CredentialReaders['env']): string | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  if (!host) return undefined;
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function requireApart(prefixes: readonly string[]): void {
  for (const [index, one] of prefixes.entries()) {
    const other = prefixes.slice(index + 1).find((each) => overlap(one, each));
    if (other === undefined) continue;
    throw new Problem(
      'settings_invalid',
      `Secrets.Providers: the prefixes \`${one}\` and \`${other}\` overlap`,
      {
        hints: ['Choose prefixes of which none contains another.'],
      },
    );
  }
}

/** Refuses a credential for a provider that is itself to be read from a provider. */
function requireStored(name: string, { Auth }: VaultSettings, prefixes: readonly string[]): void {
  const path = Auth.Token?.Secret ?? Auth.AppRole?.SecretId.Secret;
  const prefix = path === undefined ? undefined : prefixes.find((each) => overlap(each, path));
  if (prefix === undefined) return;
  throw new Problem(
    'settings_invalid',
    `${name}: the secret \`${path}\` for the sign-in is itself under \`${prefix}\``,
    {
      hints: ['Name a file, an environment variable, or a secret that svc stores.'],
    },
  );
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
