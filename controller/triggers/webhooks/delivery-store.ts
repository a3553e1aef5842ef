import { createHash } from 'node:crypto';
import { toJsonText } from '../../../schemas/json/json-text.js';
import { bind, deleteStatement, insertStatement, type Storage, type Write } from '../../storage/index.js';

/** The deliveries that started runs, so that a repeated one starts none. */
export class DeliveryStore {
  readonly #insert;
  readonly #remove;

  constructor(private readonly storage: Storage) {
    this.#insert = insertStatement(storage, 'trigger_deliveries', ['id', 'run_id', 'received_at']);
    this.#remove = deleteStatement(storage, 'trigger_deliveries', ['id']);
  }

  /** Returns the run that a delivery started; undefined for an unknown delivery. */
  async findRun(id: string): Promise<string | undefined> {
    const row = await this.storage.db
      .selectFrom('trigger_deliveries')
      .select('run_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.run_id;
  }

  /** Fails the transaction when the delivery is recorded already, so that it starts one run. */
  record(id: string, runId: string, now: number): Write {
    return bind(this.#insert, { id, run_id: runId, received_at: now });
  }

  /** Removes up to `limit` old deliveries. @returns true when there may be more */
  async removeOld(before: number, limit: number): Promise<boolean> {
    const rows = await this.storage.db
      .selectFrom('trigger_deliveries')
      .select('id')
      .where('received_at', '<', before)
      .limit(limit)
      .execute();
    if (rows.length > 0) await this.storage.commit(rows.map(({ id }) => bind(this.#remove, { id })));
    return rows.length === limit;
  }
}

/** Returns an id of fixed length, however long the sender's is. */
export function getDeliveryId(branch: string, trigger: string, key: string): string {
  return createHash('sha256')
    .update(toJsonText([branch, trigger, key]))
    .digest('base64url');
}
