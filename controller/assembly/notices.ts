import type { Logger } from 'pino';
import { EventHub, EventLog, webhookChannel, webhookSender } from '../events/index.js';
import { type Outbox, openOutbox } from '../outbox/index.js';
import type { RunService } from '../runs/contract.js';
import type { Settings } from '../settings/index.js';
import type { Storage } from '../storage/index.js';
import { openSupport, type Support, supportChannel, supportSender } from '../support/index.js';
import { triggerChannel, triggerSender } from '../triggers/index.js';
import type { Vault } from '../vault/contract.js';

export interface Notices {
  hub: EventHub;
  support: Support;
  outbox: Outbox;
  events: EventLog;
}

/** Everything that tells the outside of something. */
export async function openNotices(
  settings: Settings,
  storage: Storage,
  vault: Vault,
  log: Logger,
  runs: Promise<Pick<RunService, 'start'>>,
): Promise<Notices> {
  const { Webhooks } = settings.Events;
  const outbox = openOutbox({
    storage,
    senders: {
      [webhookChannel]: webhookSender(Webhooks),
      [supportChannel]: supportSender(storage, settings.Support.Url),
      [triggerChannel]: triggerSender(runs, vault, (error, { id }) =>
        log.warn({ err: error, id }, 'event starts no run'),
      ),
    },
    report(error, delivery) {
      const what = delivery
        ? { channel: delivery.channel, id: delivery.id, attempts: delivery.attempts }
        : {};
      log.warn({ err: error, ...what }, 'message not delivered');
    },
  });
  const maskJsonText = (text: string): string => vault.maskJsonText(text);
  const events = await EventLog.open({
    storage,
    maskJsonText,
    report: (error) => log.error({ err: error }, 'events not kept'),
  });
  return {
    outbox,
    events,
    hub: new EventHub({ storage, outbox, log: events, webhooks: Webhooks, maskJsonText }),
    support: openSupport({ storage, outbox, url: settings.Support.Url, maskJsonText }),
  };
}
