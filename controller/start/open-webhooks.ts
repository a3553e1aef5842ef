import { randomUUID } from 'node:crypto';
import {
  createReceiver,
  openDeliveryLog,
  type RepositoryEvent,
  type WebhookReceiver,
  webhookSecrets,
} from '../git/forges/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Vault } from '../security/vault/contract.js';
import type { BranchSources } from '../sources/index.js';
import type { Base } from './base.js';
import type { OpenPullRequestPlans } from './open-pull-request-plans.js';

interface Parts {
  vault: Vault;
  branches: BranchSources;
  reconciler: Reconciler;
  pullRequestPlans: Pick<OpenPullRequestPlans, 'wake'>;
}

/** Opens the receiver of forges' webhooks, which starts reconciliation. */
export function openWebhooks(
  { settings, storage, log }: Base,
  { vault, branches, reconciler, pullRequestPlans }: Parts,
): WebhookReceiver {
  const isFollowed = (branch: string) => reconciler.status(branch) !== undefined;
  /** Reconciles followed branches, which fetches them; fetches the others. */
  async function begin(event: RepositoryEvent): Promise<string> {
    if (event.kind === 'pull-request') {
      pullRequestPlans.wake();
      return randomUUID();
    }
    const named = event.kind === 'push' ? event.branches : [branches.production];
    const syncs = await Promise.all(named.filter(isFollowed).map((branch) => reconciler.sync(branch)));
    if (syncs.length < named.length || event.kind === 'unknown') {
      // The answer does not wait for the fetch; the next poll repeats a failed one.
      branches
        .refresh()
        .catch((cause: unknown) =>
          log.warn({ detail: String(cause) }, 'a delivery could not be followed up'),
        );
    }
    return syncs[0]?.syncId ?? randomUUID();
  }
  return createReceiver({
    secrets: webhookSecrets(settings.Git.WebhookSecrets, (path) => vault.secrets.read(path)),
    deliveries: openDeliveryLog(storage),
    begin,
  });
}
