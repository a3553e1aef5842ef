import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type OpenProviders,
  openProviders,
  type ProvidersOptions,
} from '../../../../controller/security/providers/open-providers.js';
import type { SecretProvider } from '../../../../controller/security/vault/secret-provider.js';
import { findFaults, type JsonObject, type Settings, schema } from '../../../../schemas/index.js';
import { removeFolder } from '../../../remove-folder.js';
import { KubernetesServer } from './kubernetes-server.js';
import { VaultServer } from './vault-server.js';

type ProvidersSettings = Settings['Secrets']['Providers'];

/** A place of secrets, as a test of the contract of providers drives it. */
export interface Place {
  provider: SecretProvider;
  /** Writes a secret at a path without slashes. */
  write(path: string, values: Record<string, string>): void;
  /** Makes the place fail as if it was away. */
  goAway(): void | Promise<void>;
  /** Takes the right to read; undefined where a test cannot. */
  refuse?: () => void;
  /** Texts that no message may contain. */
  credentials: string[];
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-providers-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Opens providers of settings that the schema accepts, with all its defaults stated. */
export function openTested(settings: JsonObject, options: Partial<ProvidersOptions> = {}): OpenProviders {
  const faults = findFaults(schema('settings'), { Secrets: { Providers: settings } });
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  const opened = openProviders(settings as unknown as ProvidersSettings, {
    env: {},
    readSecret: () => Promise.reject(new Error('no secret is stored')),
    onFailure: () => undefined,
    ...options,
  });
  onTestFinished(() => opened.close());
  return opened;
}

export function vaultSettings(vault: VaultServer, more: JsonObject = {}): JsonObject {
  const { url: Address, version: Version } = vault;
  return { Vault: { Address, Mount: 'secret', Version, Timeout: 5, Cache: 0, ...more } };
}

function only({ mounts }: OpenProviders): SecretProvider {
  return (mounts[0] as { provider: SecretProvider }).provider;
}

async function filesPlace(
  writeSecret: (folder: string, values: Record<string, string>) => void,
): Promise<Place> {
  const Folder = join(temporaryFolder(), 'secrets');
  mkdirSync(Folder);
  return {
    provider: only(openTested({ place: { Files: { Folder } } })),
    write: (path, values) => writeSecret(join(Folder, path), values),
    goAway: () => rmSync(Folder, { recursive: true }),
    credentials: [],
  };
}

/** Writes a secret as the kubelet does: files in a new folder, one link that is replaced, a link for each key; then the old folder goes. */
export function mountAtomically(folder: string, values: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  const version = `..${process.hrtime.bigint()}`;
  const before = readdirSync(folder).filter((name) => /^\.\.\d+$/.test(name));
  mkdirSync(join(folder, version));
  for (const [key, value] of Object.entries(values)) writeFileSync(join(folder, version, key), value);
  symlinkSync(version, join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  for (const key of Object.keys(values)) {
    rmSync(join(folder, key), { force: true });
    symlinkSync(join('..data', key), join(folder, key));
  }
  for (const name of before) rmSync(join(folder, name), { recursive: true });
}

async function vaultPlace(version: 1 | 2): Promise<Place> {
  const vault = await VaultServer.start(version);
  onTestFinished(() => vault.stop());
  const token = vault.issue({ ttl: 0, renewable: false });
  const settings = vaultSettings(vault, { Path: 'svc', Auth: { Token: { Variable: 'VAULT_TOKEN' } } });
  return {
    provider: only(openTested({ place: settings }, { env: { VAULT_TOKEN: token } })),
    write: (path, values) => vault.put(`svc/${path}`, values),
    goAway: () => vault.stop(),
    refuse: () => {
      vault.denied = ['secret/'];
    },
    credentials: [token],
  };
}

async function kubernetesPlace(): Promise<Place> {
  const cluster = await KubernetesServer.start();
  onTestFinished(() => cluster.stop());
  const TokenFile = join(temporaryFolder(), 'token');
  writeFileSync(TokenFile, 'the-service-account-token\n');
  const settings = { Address: cluster.url, Namespace: 'ops', TokenFile, Timeout: 5, Cache: 0 };
  return {
    provider: only(openTested({ place: { Kubernetes: { ...settings, CaFile: '/no/such/ca.crt' } } })),
    write: (path, values) => cluster.put(path, values),
    goAway: () => cluster.stop(),
    refuse: () => {
      cluster.role = { verbs: [], names: [] };
    },
    credentials: ['the-service-account-token'],
  };
}

export const places: readonly (readonly [string, () => Promise<Place>])[] = [
  [
    'a folder of plain files',
    () =>
      filesPlace((folder, values) => {
        mkdirSync(folder, { recursive: true });
        for (const [key, value] of Object.entries(values)) writeFileSync(join(folder, key), value);
      }),
  ],
  ['a folder that Kubernetes mounts', () => filesPlace(mountAtomically)],
  [
    'a folder of JSON files',
    () =>
      filesPlace((folder, values) => {
        mkdirSync(dirname(folder), { recursive: true });
        writeFileSync(`${folder}.json`, JSON.stringify(values));
      }),
  ],
  ['Vault with version 2 of its engine', () => vaultPlace(2)],
  ['Vault with version 1 of its engine', () => vaultPlace(1)],
  ['Kubernetes', kubernetesPlace],
];
