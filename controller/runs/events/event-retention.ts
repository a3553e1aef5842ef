import { sql } from 'kysely';
import { BackgroundPasses, type Storage } from '../../storage/index.js';
import type { EventStore } from './event-store.js';

const day = 86_400_000;
/** Events that one step removes, in milliseconds. */
const eventsPerStep = 500;
const firstMs = 75_000;
const pauseMs = 3_600_000;

export interface EventRetentionOptions {
  storage: Storage;
  store: Pick<EventStore, 'oldest' | 'prune' | 'readPosition' | 'removeUnusedKeys'>;
  /** The setting in force, in days. */
  days(): number;
  /** Called with errors; the step is tried again later. */
  report(error: unknown): void;
  now(): number;
}

/**
 * Removes the events that no run needs: older than a day, so that an event which is sent again is known, and than every
 * unfinished run of the branch; and those older than `Retention.Events`. An event that no reader has seen stays. Also removes
 * the paths by which no run listens.
 */
export class EventRetention {
  readonly #passes: BackgroundPasses;

  constructor(private readonly options: EventRetentionOptions) {
    const { report } = options;
    this.#passes = new BackgroundPasses({ step: () => this.step(), firstMs, pauseMs, report });
  }

  start(): void {
    this.#passes.start();
  }

  stop(): Promise<void> {
    return this.#passes.stop();
  }

  /** @returns true when there may be more to remove */
  async step(): Promise<boolean> {
    const { storage, store, days, now } = this.options;
    const branches = await storage.db.selectFrom('branch_events').select('branch').distinct().execute();
    let isMore = false;
    for (const { branch } of branches) {
      const seen = await store.readPosition(branch);
      const unneeded = Math.min(seen, await this.#beforeRuns(branch));
      const expired = await store.oldest(branch, now() - days() * day, eventsPerStep);
      const oldest = await store.oldest(branch, now() - day, eventsPerStep);
      const old = [...expired.filter((seq) => seq <= seen), ...oldest.filter((seq) => seq <= unneeded)];
      if (old.length > 0) await storage.commit([store.prune(branch, Math.max(...old))]);
      isMore ||= old.length >= eventsPerStep;
    }
    if (isMore) storage.shrink();
    else await store.removeUnusedKeys();
    return isMore;
  }

  /** The position of the last event that was accepted before every unfinished run of a branch. */
  async #beforeRuns(branch: string): Promise<number> {
    const runs = this.options.storage.db.selectFrom('runs').where('ended_at', 'is', null);
    const { first } = await runs
      .where('branch', '=', branch)
      // A run that was accepted before all events has no position.
      .select([sql<number | null>`min(coalesce(events_before, 0))`.as('first')])
      .executeTakeFirstOrThrow();
    return first ?? Number.POSITIVE_INFINITY;
  }
}
