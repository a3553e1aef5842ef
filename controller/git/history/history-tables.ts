import { sql } from 'kysely';
import {
  bind,
  insertStatement,
  type Storage,
  type Tables,
  upsertStatement,
  type Write,
} from '../../storage/index.js';
import type { CommitDetails } from '../objects/commit-object.js';
import type { PathChange } from './contract.js';
import { IndexedCommits } from './indexed-commits.js';

/** The number of rows of one read, which blocks the event loop. */
const ROWS = 5_000;
/** The number of rows of one transaction. */
const WRITES = 1_000;
/** The number of newest deletions that are searched. */
const maxDeletions = 10_000;
/** The longest stored message; lists show no more. */
const maxMessage = 8_192;

type CommitRow = Tables['history_commits'];
type ChangeRow = Tables['history_changes'];

/** A commit with its changes. */
export interface IndexedCommit {
  ordinal: number;
  parents: readonly number[];
  details: CommitDetails;
  changes: readonly PathChange[];
}

/** The index of the history in the database. */
export class HistoryTables {
  readonly #insertCommit;
  readonly #insertChange;
  readonly #removeChanges;

  constructor(private readonly storage: Storage) {
    const columns = [
      'ordinal',
      'id',
      'parents',
      'committed_at',
      'author_name',
      'author_email',
      'message',
    ] as const;
    this.#insertCommit = insertStatement(storage, 'history_commits', columns);
    const change = ['before_blob', 'after_blob'] as const;
    this.#insertChange = upsertStatement(storage, 'history_changes', ['path', 'ordinal'], change);
    this.#removeChanges = storage.statement<{ next: number }>((db, p) =>
      db.deleteFrom('history_changes').where('ordinal', '>=', p.next),
    );
  }

  /** Loads the indexed commits, and removes changes of a commit that a crash left unfinished. */
  async load(): Promise<IndexedCommits> {
    const { db } = this.storage;
    const commits = new IndexedCommits();
    for (;;) {
      const rows = await db
        .selectFrom('history_commits')
        .select(['ordinal', 'id', 'parents', 'committed_at'])
        .where('ordinal', '>=', commits.next)
        .orderBy('ordinal')
        .limit(ROWS)
        .execute();
      for (const row of rows) {
        const parents = row.parents === '' ? [] : row.parents.split(' ').map(Number);
        commits.add(row.ordinal, { id: row.id, parents, time: row.committed_at });
      }
      if (rows.length < ROWS) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.storage.commit([bind(this.#removeChanges, { next: commits.next })]);
    return commits;
  }

  /** Adds commits. The row of a commit comes after its changes and makes them count. */
  async add(commit: IndexedCommit[]): Promise<void> {
    const writes = commit.flatMap((each) => this.#getWrites(each));
    for (let at = 0; at < writes.length; at += WRITES) {
      await this.storage.commit(writes.slice(at, at + WRITES));
    }
  }

  /** Returns all changes of a path, the oldest first. */
  async getChanges(path: string): Promise<ChangeRow[]> {
    return this.storage.db
      .selectFrom('history_changes')
      .selectAll()
      .where('path', '=', path)
      .orderBy('ordinal')
      .execute();
  }

  /** Returns the deletions, the newest first; with `like`, those whose file name begins with it. */
  async deletions(like: string | undefined): Promise<ChangeRow[]> {
    const all = this.storage.db
      .selectFrom('history_changes')
      .selectAll()
      .where('after_blob', 'is', null)
      .orderBy('ordinal', 'desc')
      .limit(maxDeletions);
    if (like === undefined) return all.execute();
    // Compares letters as they are, which `like` does in PostgreSQL alone.
    return all.where(sql<boolean>`replace('/' || path, ${`/${like}`}, '') <> '/' || path`).execute();
  }

  async commits(ordinals: readonly number[]): Promise<Map<number, CommitRow>> {
    const rows = await this.storage.db
      .selectFrom('history_commits')
      .selectAll()
      .where('ordinal', 'in', ordinals)
      .execute();
    return new Map(rows.map((row) => [row.ordinal, row]));
  }

  #getWrites({ ordinal, parents, details, changes }: IndexedCommit): Write[] {
    const rows = changes.map(({ path, before, after }) =>
      bind(this.#insertChange, {
        path,
        ordinal,
        before_blob: before,
        after_blob: after,
      }),
    );
    const row = bind(this.#insertCommit, {
      ordinal,
      id: details.id,
      parents: parents.join(' '),
      committed_at: details.time,
      author_name: details.author.name,
      author_email: details.author.email,
      message: details.message.slice(0, maxMessage),
    });
    return [...rows, row];
  }
}
