import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import {
  createReceiver,
  openDeliveryLog,
  type RepositoryEvent,
  type WebhookReceiver,
  webhookSecrets,
} from '../forges/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Settings } from '../settings/index.js';
import type { BranchSources } from '../sources/index.js';
import type { Storage } from '../storage/index.js';
import type { Vault } from '../vault/contract.js';

export interface WebhookParts {
  settings: Settings;
  storage: Storage;
  vault: Vault;
  branches: BranchSources;
  reconciler: Reconciler;
  log: Logger;
}

/** The receiver of forges' deliveries, which sets the reconciler off. */
export function openWebhooks({
  settings,
  storage,
  vault,
  branches,
  reconciler,
  log,
}: WebhookParts): WebhookReceiver {
  const isFollowed = (branch: string) => reconciler.status(branch) !== undefined;
  /** Branches that somebody follows are reconciled, which fetches; for others, what is new is fetched. */
  async function begin(event: RepositoryEvent): Promise<string> {
    const named = event.kind === 'push' ? event.branches : [branches.production];
    const syncs = await Promise.all(named.filter(isFollowed).map((branch) => reconciler.sync(branch)));
    if (syncs.length < named.length || event.kind === 'unknown') {
      // Nobody waits for it; the next poll fetches what this could not.
      branches
        .refresh()
        .catch((cause: unknown) =>
          log.warn({ detail: String(cause) }, 'a delivery could not be followed up'),
        );
    }
    return syncs[0]?.syncId ?? randomUUID();
  }
  return createReceiver({
    secrets: webhookSecrets(settings.Git.WebhookSecrets, vault),
    deliveries: openDeliveryLog(storage),
    begin,
  });
}
