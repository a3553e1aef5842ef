import type { Tickets } from '../delivery/index.js';
import { ProposalStore } from '../proposals/proposal-store.js';
import type { Approvals } from '../security/approvals/approvals.js';
import { BackgroundPasses } from '../storage/index.js';
import { DeliveryStore, ParkedStore, TriggerStore, type Triggers } from '../triggers/index.js';
import type { Base } from './base.js';

const day = 86_400_000;
const rowsPerStep = 200;
const firstMs = 90_000;
const pauseMs = 3_600_000;

/** Rows are removed unread. */
const plain = { keep: (text: string) => text, open: (text: string) => text };

/** Steps that remove what is older than the days of a setting. Runs, events and audit records have their own retention. */
export function retentionSteps({ config, storage }: Pick<Base, 'config' | 'storage'>, tickets: Tickets) {
  const proposals = new ProposalStore(storage);
  const before = (days: number): number => Date.now() - days * day;
  const occurrences = new TriggerStore(storage);
  const deliveries = new DeliveryStore(storage);
  const parked = new ParkedStore(storage, plain);
  return [
    () => deliveries.removeOld(before(config.current().Retention.Deliveries), rowsPerStep),
    () => parked.removeOld(before(config.current().Retention.ParkedMessages), rowsPerStep),
    () => occurrences.removeOld(before(config.current().Retention.Occurrences), rowsPerStep),
    () => tickets.removeOld(before(config.current().Retention.Tickets), rowsPerStep),
    () => proposals.removeSettled(before(config.current().Retention.Proposals), rowsPerStep),
  ];
}

/** Removes old rows in the background. */
export function startRetention(
  base: Base,
  tickets: Tickets,
  triggers: Pick<Triggers, 'removeOld'>,
  approvals: Pick<Approvals, 'removeOld'>,
): void {
  const steps = [
    ...retentionSteps(base, tickets),
    () => forgetCollected(base, triggers),
    // Approvals are kept as long as settled proposals.
    () => approvals.removeOld(Date.now() - base.config.current().Retention.Proposals * day, rowsPerStep),
  ];
  const passes = new BackgroundPasses({
    async step() {
      for (const step of steps) if (await step()) return true;
      return false;
    },
    firstMs,
    pauseMs,
    report: (err) => base.log.error({ err }, 'old records not removed'),
  });
  passes.start();
  base.closers.add(() => passes.stop());
}

/** Forgets events that wait for others for longer than events are kept. @returns false, as one step forgets them all */
async function forgetCollected({ config }: Pick<Base, 'config'>, triggers: Pick<Triggers, 'removeOld'>) {
  await triggers.removeOld(Date.now() - config.current().Retention.Events * day);
  return false;
}
