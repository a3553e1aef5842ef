import type pg from 'pg';
import { query } from './clients.js';

/** The rows of a query in pages, by a cursor of the server. Kysely makes one for each stream. */
export class PagedRows {
  #client: Promise<pg.PoolClient> | undefined;
  #isOpen = false;
  #isInTransaction = false;

  constructor(
    private readonly text: string,
    private readonly values: readonly unknown[],
  ) {}

  /** @param isInTransaction the caller has begun a transaction and ends it */
  over(client: pg.PoolClient | Promise<pg.PoolClient>, isInTransaction: boolean): this {
    this.#client = Promise.resolve(client);
    this.#isInTransaction = isInTransaction;
    return this;
  }

  async read(rows: number): Promise<unknown[]> {
    const client = await this.#client;
    if (!client) return [];
    if (!this.#isOpen) {
      if (!this.#isInTransaction) await client.query('begin read only');
      this.#isOpen = true;
      const { text, values } = query(this.text, this.values);
      await client.query(`declare svc_rows no scroll cursor for ${text}`, values);
    }
    return (await client.query(`fetch ${rows} from svc_rows`)).rows;
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    // After an error of the server, a rollback is the only statement that it takes.
    await (await this.#client)?.query(this.#isInTransaction ? 'close svc_rows' : 'rollback').catch(() => {});
  }
}
