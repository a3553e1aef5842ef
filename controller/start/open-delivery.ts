import type { Quarantine } from '../backups/index.js';
import {
  commitStatusChannel,
  EventHub,
  EventLog,
  type Outbox,
  openOutbox,
  supportChannel,
  supportSender,
  Tickets,
  webhookChannel,
  webhookSender,
} from '../delivery/index.js';
import { Problem } from '../problems/index.js';
import type { HumanTaskLinks } from '../runs/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { Assignees } from './assignees.js';
import type { Base } from './base.js';
import { type CommitStatuses, openCommitStatuses } from './commit-statuses.js';

export interface OpenDelivery {
  hub: EventHub;
  support: Tickets;
  outbox: Outbox;
  /** Undefined when no forge is configured. */
  commitStatuses: CommitStatuses | undefined;
}

interface Parts {
  vault: Vault;
  links: Pick<HumanTaskLinks, 'getHolderLink'>;
  assignees: Pick<Assignees, 'linkFault'>;
  quarantine: Quarantine;
}

/** Opens the outbox, with everything that sends through it but the triggers, which start runs. */
export async function openDelivery(
  base: Base,
  { vault, links, assignees, quarantine }: Parts,
): Promise<OpenDelivery> {
  const { settings, storage, log, closers } = base;
  const { Webhooks: webhooks } = settings.Events;
  const { Url: url } = settings.Support;
  const commitStatuses = openCommitStatuses({ settings, vault, log });
  const outbox = openOutbox({
    storage,
    senders: {
      [webhookChannel]: webhookSender(webhooks, (holder) =>
        assignees.linkFault(holder.assignee, holder) === undefined ? links.getHolderLink(holder) : undefined,
      ),
      [supportChannel]: supportSender(storage, url),
      ...(commitStatuses ? { [commitStatusChannel]: commitStatuses.sender } : {}),
    },
    // Support requests are about this installation, and people make them.
    isHeld: (channel) => quarantine.isActive && channel !== supportChannel,
    report(error, delivery) {
      const { channel, target, id, attempts } = delivery ?? {};
      const code = error instanceof Problem ? error.code : 'delivery_failed';
      const about = delivery ? { channel, target, id, attempts } : {};
      log.warn({ code, ...about, err: error }, 'message not delivered');
    },
  });
  closers.add(() => outbox.close());
  quarantine.onChange(() => outbox.wake());
  const maskJsonText = (text: string): string => vault.maskJsonText(text);
  const events = await EventLog.open({
    storage,
    maskJsonText,
    report: (error) => log.error({ err: error }, 'events not kept'),
  });
  closers.add(() => events.close());
  return {
    outbox,
    commitStatuses,
    hub: new EventHub({ storage, outbox, log: events, webhooks, maskJsonText }),
    support: new Tickets({ storage, outbox, url, maskJsonText }),
  };
}
