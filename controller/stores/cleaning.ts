import { sql } from 'kysely';
import { bind, type Storage } from '../storage/index.js';

/** Rows removed in one go. */
const atOnce = 1_000;

/** Removes entries that have expired, and notes of steps whose runs have ended: nobody performs them again. */
export class Cleaning {
  readonly #removeExpired;
  readonly #removeSteps;

  constructor(private readonly storage: Storage) {
    this.#removeExpired = storage.statement<{ now: number; limit: number }>((db, p) =>
      db
        .deleteFrom('store_entries')
        .where(
          sql`rowid`,
          'in',
          db
            .selectFrom('store_entries')
            .select(sql<number>`rowid`.as('row'))
            .where('expires_at', '<=', p.now)
            .limit(p.limit),
        ),
    );
    this.#removeSteps = storage.statement<{ limit: number }>((db, p) =>
      db.deleteFrom('store_steps').where('id', 'in', endedSteps(db).select('store_steps.id').limit(p.limit)),
    );
  }

  /** @param now ms since the epoch */
  async clean(now: number): Promise<void> {
    const { storage } = this;
    while (await this.#hasExpired(now)) {
      await storage.commit({ collect: () => [bind(this.#removeExpired, { now, limit: atOnce })] });
    }
    while (await this.#hasEndedSteps()) {
      await storage.commit({ collect: () => [bind(this.#removeSteps, { limit: atOnce })] });
    }
  }

  async #hasExpired(now: number): Promise<boolean> {
    const row = await this.storage.db
      .selectFrom('store_entries')
      .select('key')
      .where('expires_at', '<=', now)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #hasEndedSteps(): Promise<boolean> {
    const row = await endedSteps(this.storage.db).select('store_steps.id').limit(1).executeTakeFirst();
    return row !== undefined;
  }
}

function endedSteps(db: Storage['db']) {
  return db
    .selectFrom('store_steps')
    .leftJoin('runs', 'runs.id', 'store_steps.run_id')
    .where((row) => row.or([row('runs.id', 'is', null), row('runs.ended_at', 'is not', null)]));
}
