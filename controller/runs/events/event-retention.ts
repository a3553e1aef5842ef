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
      const needed = Math.min(now() - day, await this.#oldestRun(branch));
      const before = Math.max(now() - days() * day, needed);
      const old = (await store.oldest(branch, before, eventsPerStep)).filter((seq) => seq <= seen);
      const last = old.at(-1);
      if (last !== undefined) await storage.commit([store.prune(branch, last)]);
      isMore ||= old.length === eventsPerStep;
    }
    if (isMore) storage.shrink();
    else await store.removeUnusedKeys();
    return isMore;
  }

  /** The time at which the oldest unfinished run of a branch was accepted, ms since the epoch. */
  async #oldestRun(branch: string): Promise<number> {
    const { db } = this.options.storage;
    const runs = db.selectFrom('runs').select('created_at').where('ended_at', 'is', null);
    const oldest = await runs.where('branch', '=', branch).orderBy('id').limit(1).executeTakeFirst();
    return oldest?.created_at ?? Number.POSITIVE_INFINITY;
  }
}
