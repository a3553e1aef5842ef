import type { Logger } from 'pino';
import { EventHub, webhookChannel, webhookSender } from './events/index.js';
import { type Outbox, openOutbox } from './outbox/index.js';
import type { Settings } from './settings/index.js';
import type { Storage } from './storage/index.js';
import { openSupport, type Support, supportChannel, supportSender } from './support/index.js';
import type { Vault } from './vault/contract.js';

export interface Notices {
  hub: EventHub;
  support: Support;
  outbox: Outbox;
}

/** Everything that tells the outside of something. */
export function openNotices(settings: Settings, storage: Storage, vault: Vault, log: Logger): Notices {
  const { Webhooks } = settings.Events;
  const outbox = openOutbox({
    storage,
    senders: {
      [webhookChannel]: webhookSender(Webhooks),
      [supportChannel]: supportSender(storage, settings.Support.Url),
    },
    report(error, delivery) {
      const what = delivery
        ? { channel: delivery.channel, id: delivery.id, attempts: delivery.attempts }
        : {};
      log.warn({ err: error, ...what }, 'message not delivered');
    },
  });
  const maskJsonText = (text: string): string => vault.maskJsonText(text);
  return {
    outbox,
    hub: new EventHub({ storage, outbox, webhooks: Webhooks, maskJsonText }),
    support: openSupport({ storage, outbox, url: settings.Support.Url, maskJsonText }),
  };
}
