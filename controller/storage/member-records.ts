import { bind, deleteStatement, insertStatement, type Storage, type Write } from './contract/statements.js';
import { createRowId } from './row-id.js';

/** A happening at a member, for a record that only the leader keeps. */
export interface MemberRecord {
  id: string;
  kind: 'audit' | 'events' | 'notices';
  body: unknown;
}

const page = 500;

/** The records of members, from which the leader takes each once, in the order in which its member made them. */
export class MemberRecords {
  readonly #insert;
  readonly #remove;

  constructor(private readonly storage: Storage) {
    this.#insert = insertStatement(storage, 'member_records', ['id', 'kind', 'body']);
    this.#remove = deleteStatement(storage, 'member_records', ['id']);
  }

  /** Returns the write of a record, for the transaction of what it reports. */
  write(kind: MemberRecord['kind'], body: unknown): Write {
    return bind(this.#insert, { id: createRowId(), kind, body: JSON.stringify(body) });
  }

  /** Returns the oldest records. */
  async oldest(): Promise<MemberRecord[]> {
    const query = this.storage.db.selectFrom('member_records').selectAll().orderBy('id').limit(page);
    return (await query.execute()).map(({ id, kind, body }) => ({
      id,
      kind: kind as MemberRecord['kind'],
      body: JSON.parse(body),
    }));
  }

  /** Returns the write that removes a record, for the transaction that adds it to the leader's own. */
  remove(id: string): Write {
    return bind(this.#remove, { id });
  }
}
