import type { Logger } from 'pino';
import {
  createReceiver,
  openDeliveryLog,
  type RepositoryEvent,
  type WebhookReceiver,
  webhookSecrets,
} from './forges/index.js';
import type { Reconciler } from './reconciler/contract.js';
import type { Settings } from './settings/index.js';
import type { BranchSources } from './sources/index.js';
import type { Storage } from './storage/index.js';
import type { Vault } from './vault/contract.js';

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
  /** Branches that somebody follows are reconciled, which fetches; for others, what is new is fetched. */
  async function followUp(event: RepositoryEvent): Promise<void> {
    const isFollowed = (branch: string) => reconciler.status(branch) !== undefined;
    const named = event.kind === 'push' ? event.branches : [branches.production];
    const followed = named.filter(isFollowed);
    await Promise.all(followed.map((branch) => reconciler.request(branch)));
    if (followed.length < named.length || event.kind === 'unknown') await branches.refresh();
  }
  return createReceiver({
    secrets: webhookSecrets(settings.Git.WebhookSecrets, vault),
    deliveries: openDeliveryLog(storage),
    onEvent(event) {
      // Nobody waits for it. What keeps a branch from being read is in its status, and is tried again.
      followUp(event).catch((cause: unknown) =>
        log.warn({ detail: String(cause) }, 'a delivery could not be followed up'),
      );
    },
  });
}
