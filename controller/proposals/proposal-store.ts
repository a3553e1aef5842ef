import { Problem } from '../problems/index.js';
import {
  bind,
  type Columns,
  deleteStatement,
  insertStatement,
  type Storage,
  type Tables,
  type Write,
} from '../storage/index.js';
import type { Proposal, ProposalFilter, ProposalState } from './contract.js';
import { ReviewStore } from './reviews/review-store.js';

/** A proposal as it is stored. `compareUrl` is left out because it depends on the settings. */
export type StoredProposal = Omit<Proposal, 'compareUrl'> & {
  pullRequest: number | null;
  head: string | null;
};

/** The most proposals of one query by id. */
const maxNamed = 500;

const stateColumns = [
  ...(['state', 'closed_at', 'closed_by', 'head', 'merged_commit'] as const),
  ...(['pull_request', 'pull_request_url'] as const),
] as const;
const columns = ['id', 'branch', 'base', 'title', 'body', 'author', 'created_at', ...stateColumns] as const;

type Row = Columns<'proposals', (typeof columns)[number]>;

/** All open and settled proposals. A write is on the disk when its promise resolves. */
export class ProposalStore {
  readonly #insert;
  readonly #update;
  readonly #remove;

  /** @param reviews of the same database: they go with their proposals */
  constructor(
    private readonly storage: Storage,
    private readonly reviews = new ReviewStore(storage),
  ) {
    this.#insert = insertStatement(storage, 'proposals', columns);
    this.#remove = deleteStatement(storage, 'proposals', ['id']);
    this.#update = storage.statement<Row & { from: ProposalState }>((db, p) =>
      db
        .updateTable('proposals')
        .set(Object.fromEntries(stateColumns.map((name) => [name, p[name]])))
        .where('id', '=', p.id)
        // A proposal is settled once.
        .where('state', '=', p.from),
    );
  }

  /** @param also writes of the same transaction */
  async insert(proposal: StoredProposal, also: readonly Write[] = []): Promise<void> {
    await this.storage.commit([bind(this.#insert, toRow(proposal)), ...also]);
  }

  /** Updates an open proposal; a settled one is left as it is. */
  async update(proposal: StoredProposal): Promise<void> {
    await this.storage.commit([bind(this.#update, { ...toRow(proposal), from: 'open' })]);
  }

  /** Removes proposals that were settled before a time, ms since the epoch. @returns false when there are no more */
  async removeSettled(before: number, limit: number): Promise<boolean> {
    const removed = await this.storage.db
      .selectFrom('proposals')
      .select('id')
      .where('created_at', '<', before)
      .where('closed_at', '<', before)
      .where('state', '<>', 'open')
      .limit(limit)
      .execute();
    const writes = removed.flatMap(({ id }) => [bind(this.#remove, { id }), this.reviews.removal(id)]);
    if (writes.length > 0) await this.storage.commit(writes);
    return removed.length === limit;
  }

  /** @throws Problem proposal_not_found */
  async get(id: string): Promise<StoredProposal> {
    const [proposal] = await this.named([id]);
    if (proposal) return proposal;
    throw new Problem('proposal_not_found', `There is no proposal \`${id.slice(0, 100)}\`.`);
  }

  /** Returns those of the proposals that exist. */
  async named(ids: readonly string[]): Promise<StoredProposal[]> {
    if (ids.length === 0) return [];
    const query = this.storage.db.selectFrom('proposals').selectAll();
    return (await query.where('id', 'in', ids.slice(0, maxNamed)).execute()).map(getProposal);
  }

  /** Lists proposals, the newest first. */
  async list({ state, limit, after }: ProposalFilter): Promise<StoredProposal[]> {
    const all = this.storage.db.selectFrom('proposals').selectAll();
    let query = all.orderBy('created_at', 'desc').orderBy('id').limit(limit);
    if (state !== undefined) query = query.where('state', '=', state);
    if (after !== undefined) {
      const at = Date.parse((await this.get(after)).createdAt);
      query = query.where((where) =>
        where.or([
          where('created_at', '<', at),
          where.and([where('created_at', '=', at), where('id', '>', after)]),
        ]),
      );
    }
    return (await query.execute()).map(getProposal);
  }
}

function toRow(proposal: StoredProposal): Row {
  const { id, branch, base, title, body, author, state, head, closedAt } = proposal;
  return {
    id,
    branch,
    base,
    title,
    body,
    author,
    state,
    head,
    created_at: Date.parse(proposal.createdAt),
    closed_at: closedAt === null ? null : Date.parse(closedAt),
    closed_by: proposal.closedBy,
    merged_commit: proposal.mergedCommit,
    pull_request: proposal.pullRequest,
    pull_request_url: proposal.pullRequestUrl,
  };
}

function getProposal(row: Tables['proposals']): StoredProposal {
  const { id, branch, base, title, body, author, head } = row;
  return {
    id,
    branch,
    base,
    title,
    body,
    author,
    head,
    createdAt: new Date(Number(row.created_at)).toISOString(),
    state: row.state as ProposalState,
    closedAt: row.closed_at === null ? null : new Date(Number(row.closed_at)).toISOString(),
    closedBy: row.closed_by,
    mergedCommit: row.merged_commit,
    pullRequest: row.pull_request,
    pullRequestUrl: row.pull_request_url,
  };
}
