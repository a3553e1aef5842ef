import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { bind, insertStatement, isConstraintViolation, type Storage } from '../../../storage/index.js';

const keptMs = 7 * 24 * 3_600_000;
const keptRows = 10_000;
const cleanEvery = 200;

/** The deliveries of the last week, at most ten thousand, in the database. */
export interface DeliveryLog {
  /** Returns the sync that the delivery started; undefined for an unknown delivery. */
  find(delivery: string): Promise<string | undefined>;
  /**
   * Records a delivery durably and returns the sync that it started: that of a concurrent call which came first.
   * @param now milliseconds since the epoch
   */
  note(delivery: string, syncId: string, now: number): Promise<string>;
}

export function openDeliveryLog(storage: Storage): DeliveryLog {
  const insert = insertStatement(storage, 'webhook_deliveries', ['id', 'sync_id', 'received_at']);
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
          .offset(sql.lit(keptRows)),
      ),
  );
  let taken = 0;

  async function find(delivery: string): Promise<string | undefined> {
    const row = await storage.db
      .selectFrom('webhook_deliveries')
      .select('sync_id')
      .where('id', '=', getDeliveryId(delivery))
      .executeTakeFirst();
    return row?.sync_id;
  }

  return {
    find,
    async note(delivery, syncId, now) {
      const writes = [bind(insert, { id: getDeliveryId(delivery), sync_id: syncId, received_at: now })];
      if (taken++ % cleanEvery === 0) {
        writes.push(bind(removeOld, { before: now - keptMs }), bind(removeMany, {}));
      }
      try {
        await storage.commit(writes);
        return syncId;
      } catch (error) {
        if (!isConstraintViolation(error)) throw error;
        return (await find(delivery)) ?? syncId;
      }
    },
  };
}

/** Returns a short id, however long that of the sender is. */
function getDeliveryId(delivery: string): string {
  return createHash('sha256').update(delivery).digest('base64url');
}
