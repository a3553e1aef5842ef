import { openForge } from '../git/forges/index.js';
import { type Check, protectionCheck } from '../observability/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { Base } from './base.js';

/** Protections are removed rarely: a good answer of the forge counts for this long. */
const knownMs = 10 * 60_000;

/**
 * Returns the check that the remote protects production. There is none without a remote, and for the repository of a
 * work tree that is served without a settings file: its owner and the operator are one. Nor where commits need a signature: those who
 * may push decide nothing then.
 */
export function openProtectionCheck({ settings, config }: Base, vault: Vault, branch: string): Check[] {
  const source = config.read('Git').keys.find(({ key }) => key === 'Remote')?.source;
  const { Enabled, Remote, Verify } = settings.Git;
  if (!Enabled || Remote === undefined || source === 'folder' || Verify) return [];
  const forge = openForge(settings, (path) => vault.secrets.read(path));
  if (!forge) return [protectionCheck({ branch, isProtected: undefined })];
  let knownUntil = 0;
  const isProtected = async (signal: AbortSignal) => {
    if (performance.now() < knownUntil) return true;
    const isProtected = await forge.isProtected(branch, signal);
    if (isProtected) knownUntil = performance.now() + knownMs;
    return isProtected;
  };
  return [protectionCheck({ branch, isProtected })];
}
