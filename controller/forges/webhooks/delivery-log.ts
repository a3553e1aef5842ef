import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { bind, isConstraintViolation, type Storage } from '../../storage/index.js';

const KEPT_MS = 7 * 24 * 3_600_000;
const KEPT_ROWS = 10_000;
const CLEAN_EVERY = 200;

/** Which deliveries were taken, for a week and at most ten thousand of them; it outlives a restart. */
export interface DeliveryLog {
  /** The sync a delivery set off when it was taken. */
  find(delivery: string): Promise<string | undefined>;
  /**
   * Notes a delivery as taken, durably, and answers with the sync it set off: another one when someone was quicker.
   * @param now milliseconds since the epoch
   */
  note(delivery: string, syncId: string, now: number): Promise<string>;
}

export function openDeliveryLog(storage: Storage): DeliveryLog {
  const insert = storage.statement<{ id: string; sync_id: string; received_at: number }>((db, p) =>
    db.insertInto('webhook_deliveries').values({ id: p.id, sync_id: p.sync_id, received_at: p.received_at }),
  );
  const removeOld = storage.statement<{ before: number }>((db, p) =>
    db.deleteFrom('webhook_deliveries').where('received_at', '<', p.before),
  );
  const removeMany = storage.statement<Record<never, never>>((db) =>
    db
      .deleteFrom('webhook_deliveries')
      .where('received_at', '<', (query) =>
        query
          .selectFrom('webhook_deliveries')
          .select('received_at')
          .orderBy('received_at', 'desc')
          .limit(sql.lit(1))
          .offset(sql.lit(KEPT_ROWS)),
      ),
  );
  let taken = 0;

  async function find(delivery: string): Promise<string | undefined> {
    const row = await storage.db
      .selectFrom('webhook_deliveries')
      .select('sync_id')
      .where('id', '=', idOf(delivery))
      .executeTakeFirst();
    return row?.sync_id;
  }

  return {
    find,
    async note(delivery, syncId, now) {
      const writes = [bind(insert, { id: idOf(delivery), sync_id: syncId, received_at: now })];
      if (taken++ % CLEAN_EVERY === 0) {
        writes.push(bind(removeOld, { before: now - KEPT_MS }), bind(removeMany, {}));
      }
      try {
        await storage.commit({ collect: () => writes });
        return syncId;
      } catch (error) {
        if (!isConstraintViolation(error)) throw error;
        return (await find(delivery)) ?? syncId;
      }
    },
  };
}

/** Whatever a sender takes for an id, ours is short. */
function idOf(delivery: string): string {
  return createHash('sha256').update(delivery).digest('base64url');
}
