import type { ServiceLog } from '../observability/index.js';
import { Approvals } from '../security/approvals/approvals.js';
import { type Audit, openAudit } from '../security/audit/audit-log.js';
import { type Identity, openIdentity } from '../security/identity/index.js';
import { openProviders } from '../security/providers/open-providers.js';
import type { Vault } from '../security/vault/contract.js';
import { KeyRing } from '../security/vault/key-ring.js';
import { openVault } from '../security/vault/vault.js';
import { getSettingSecrets } from '../settings/index.js';
import { type DataDirectory, removeUnfinishedFiles } from '../storage/index.js';
import type { Base } from './base.js';
import { auditedActions } from './operator-log.js';

export interface Security {
  vault: Vault;
  identity: Identity;
  audit: Audit;
  approvals: Approvals;
}

/** Opens the vault, the identities and the audit log; from here on the service log is masked. */
export async function openSecurity(base: Base, serviceLog: ServiceLog): Promise<Security> {
  const { config, storage, log, closers } = base;
  const { vault, identity, keys } = await openVaultAndIdentity(base, serviceLog);
  const audit = await openAudit(storage, {
    retentionDays: () => config.current().Retention.Audit,
    mask: vault.mask.bind(vault),
    signer: keys,
    report: (error) => log.error({ err: error }, 'audit log not written'),
    ended: auditedActions(log),
  });
  closers.add(() => audit.close());
  vault.masterKeys.beforeDropping(() => audit.sign());
  const approvals = await Approvals.open(storage, vault);
  return { vault, identity, audit, approvals };
}

/** The parts of `openSecurity` that every node has; the audit log and the approvals are the leader's. */
export async function openVaultAndIdentity(
  { settings, data, storage, log, closers }: Base,
  serviceLog: ServiceLog,
): Promise<Omit<Security, 'audit' | 'approvals'> & { keys: KeyRing }> {
  const { MasterKey, MasterKeyFile, PreviousMasterKey, Providers } = settings.Secrets;
  const keys = KeyRing.load({
    key: MasterKey,
    previousKey: PreviousMasterKey,
    file: MasterKeyFile ?? data.file('master.key'),
    ownsFile: MasterKeyFile === undefined,
  });
  const providers = openProviders(Providers, {
    env: process.env,
    readSecret: (path) => vault.secrets.read(path),
    onFailure: (prefix, err) => log.warn({ prefix, detail: String(err) }, 'secret provider failed'),
  });
  closers.add(() => providers.close());
  const vault = await openVault(storage, keys, providers.mounts);
  for (const secret of getSettingSecrets(settings)) vault.conceal(secret);
  serviceLog.maskWith(vault.maskJsonText.bind(vault));
  providers.start();
  const identity = await openIdentity(storage, data, {
    auth: settings.Auth,
    failedSignInsPerMinute: settings.Limits.SignInsPerMinute,
    sealing: vault,
    readSecret: (path) => vault.secrets.read(path),
  });
  closers.add(() => identity.close());
  removeLeftovers(data, log);
  return { vault, identity, keys };
}

/**
 * Removes what an earlier process left unfinished in the data directory. The vault is open by then, so that the master key
 * in `master.key` is the one of the database: a key in a leftover has wrapped nothing yet, or is in `master.key` too.
 */
function removeLeftovers(data: DataDirectory, log: Base['log']): void {
  try {
    const files = removeUnfinishedFiles(data.path);
    if (files.length > 0) log.info({ files }, 'removed files that an earlier process left unfinished');
  } catch (err) {
    log.warn({ err }, 'files that an earlier process left unfinished cannot be removed');
  }
}
