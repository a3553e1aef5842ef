import { bind, type Storage, type Write } from '../storage/index.js';
import type { Signature } from '../vault/contract.js';
import { type Link, origin } from './chain.js';

/** Signs with the master key, which is not in the database. */
export interface Signer {
  sign(text: string): Signature;
  verify(text: string, signature: Signature): boolean;
}

/** One end of the log, as the database has it. */
export interface StoredEnd extends Link {
  /** Why it is not to be trusted. */
  fault?: string;
}

/** What the first record follows, and the newest record. */
export type EndName = 'anchor' | 'head';

const ids: Readonly<Record<EndName, number>> = { anchor: 1, head: 2 };
const beginning: Link = { seq: 0, hash: origin };

/**
 * Where the log begins and ends, beside the log itself and signed: who has the database and not the master key can make
 * the chain of hashes anew, and neither shorten nor replace it unnoticed.
 */
export class Ends {
  readonly #upsert;

  constructor(
    private readonly storage: Storage,
    private readonly signer: Signer,
  ) {
    type Row = { id: number; seq: number; hash: string; key_id: string; mac: string };
    this.#upsert = storage.statement<Row>((db, p) =>
      db
        .insertInto('audit_anchor')
        .values({ id: p.id, seq: p.seq, hash: p.hash, key_id: p.key_id, mac: p.mac })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            seq: (query) => query.ref('excluded.seq'),
            hash: (query) => query.ref('excluded.hash'),
            key_id: (query) => query.ref('excluded.key_id'),
            mac: (query) => query.ref('excluded.mac'),
          }),
        ),
    );
  }

  /** To be written with what moves the end. */
  write(name: EndName, link: Link): Write {
    const { keyId, mac } = this.signer.sign(textOf(name, link));
    return bind(this.#upsert, { id: ids[name], ...link, key_id: keyId, mac });
  }

  /** Both ends; that of a log that was never written is its beginning. */
  async read(): Promise<{ anchor: StoredEnd; head: StoredEnd; isNew: boolean }> {
    const rows = await this.storage.db.selectFrom('audit_anchor').selectAll().execute();
    const stored = (name: EndName): StoredEnd | undefined => {
      const row = rows.find(({ id }) => id === ids[name]);
      if (!row) return undefined;
      const link = { seq: row.seq, hash: row.hash };
      const signature = { keyId: row.key_id ?? '', mac: row.mac ?? '' };
      if (this.signer.verify(textOf(name, link), signature)) return link;
      const which = name === 'head' ? 'the newest record' : 'the record before the first';
      return { ...link, fault: `what is noted of ${which} is not signed by a master key that is at hand` };
    };
    const head = stored('head');
    const missing = { ...beginning, fault: 'what is noted of the newest record is gone' };
    return { anchor: stored('anchor') ?? beginning, head: head ?? missing, isNew: rows.length === 0 };
  }
}

function textOf(name: EndName, { seq, hash }: Link): string {
  return `audit ${name} ${seq} ${hash}`;
}
