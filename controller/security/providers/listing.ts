import { untilAborted, within } from '../../concurrency/signals.js';
import { Problem } from '../../problems/index.js';
import type { MountedProvider, SecretProvider } from '../vault/secret-provider.js';

/** A provider and the paths that it lists; never a value. */
export interface ProviderListing {
  prefix: string;
  type: SecretProvider['type'];
  location: string;
  /** At most 1,000, with the prefix. */
  paths: string[];
  /** Why the paths cannot be listed; the secrets may be readable all the same. */
  problem?: string;
}

const maxPaths = 1_000;
const listMs = 3_000;

/** Lists the secrets of all providers at the same time, within a few seconds. */
export function listProviders(mounts: readonly MountedProvider[]): Promise<ProviderListing[]> {
  return Promise.all(mounts.map(listProvider));
}

async function listProvider({ prefix, provider }: MountedProvider): Promise<ProviderListing> {
  const { type, location } = provider;
  try {
    const listing = await within(listMs, undefined, (signal) =>
      untilAborted(provider.list(maxPaths, signal), signal),
    );
    const paths = listing.map((path) => (path === '' ? prefix : `${prefix}/${path}`)).sort();
    return { prefix, type, location, paths };
  } catch (error) {
    if (error instanceof Problem) return { prefix, type, location, paths: [], problem: error.message };
    if ((error as Error).name !== 'TimeoutError') throw error;
    return { prefix, type, location, paths: [], problem: `There was no answer within ${listMs / 1_000} s` };
  }
}
