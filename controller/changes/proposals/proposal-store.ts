import { Problem } from '../../problems/index.js';
import { bind, type Storage, type Tables, type Write } from '../../storage/index.js';
import type { Proposal, ProposalState } from './contract.js';

/** A proposal as it is kept; where people look at it depends on the settings. */
export type StoredProposal = Omit<Proposal, 'compareUrl'> & {
  pullRequest: number | null;
  head: string | null;
};

/** At a time; the rest is asked for when these are gone. */
const mostNamed = 500;

type Row = Tables['proposals'];

/** The proposals there are and were. Every write is on the disk when it resolves. */
export class ProposalStore {
  readonly #insert;
  readonly #update;

  constructor(private readonly storage: Storage) {
    this.#insert = storage.statement<{ [Key in keyof Row]: Row[Key] }>((db, p) =>
      db
        .insertInto('proposals')
        .values({ ...columns(p) })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
    this.#update = storage.statement<
      Omit<Row, 'branch' | 'base' | 'title' | 'body' | 'author' | 'created_at'> & { was: ProposalState }
    >((db, p) =>
      db
        .updateTable('proposals')
        .set({
          state: p.state,
          closed_at: p.closed_at,
          closed_by: p.closed_by,
          head: p.head,
          merged_commit: p.merged_commit,
          pull_request: p.pull_request,
          pull_request_url: p.pull_request_url,
        })
        .where('id', '=', p.id)
        // What has become of it is noted once.
        .where('state', '=', p.was),
    );
  }

  /** @param also to be written with it */
  async insert(proposal: StoredProposal, also: readonly Write[] = []): Promise<void> {
    await this.storage.commit({ collect: () => [bind(this.#insert, rowOf(proposal)), ...also] });
  }

  /** Of an open proposal; one that is settled stays as it is. */
  async update(proposal: StoredProposal): Promise<void> {
    const { id, state, closed_at, closed_by, head, merged_commit, pull_request, pull_request_url } =
      rowOf(proposal);
    const values = { id, state, closed_at, closed_by, head, merged_commit, pull_request, pull_request_url };
    await this.storage.commit({ collect: () => [bind(this.#update, { ...values, was: 'open' })] });
  }

  /** @throws Problem proposal_not_found */
  async get(id: string): Promise<StoredProposal> {
    const row = await this.storage.db
      .selectFrom('proposals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row) return proposalOf(row);
    throw new Problem('proposal_not_found', `There is no proposal \`${id.slice(0, 100)}\`.`);
  }

  /** Those of them that there are. */
  async named(ids: readonly string[]): Promise<StoredProposal[]> {
    if (ids.length === 0) return [];
    const query = this.storage.db.selectFrom('proposals').selectAll();
    return (await query.where('id', 'in', ids.slice(0, mostNamed)).execute()).map(proposalOf);
  }

  /** Newest first. */
  async list({
    state,
    limit,
    after,
  }: {
    state?: ProposalState | undefined;
    limit: number;
    after?: string | undefined;
  }) {
    let query = this.storage.db
      .selectFrom('proposals')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit);
    if (state !== undefined) query = query.where('state', '=', state);
    if (after !== undefined) {
      const last = await this.get(after);
      const at = Date.parse(last.createdAt);
      query = query.where((where) =>
        where.or([
          where('created_at', '<', at),
          where.and([where('created_at', '=', at), where('id', '>', after)]),
        ]),
      );
    }
    return (await query.execute()).map(proposalOf);
  }
}

function columns(row: Row): Row {
  return {
    id: row.id,
    branch: row.branch,
    base: row.base,
    title: row.title,
    body: row.body,
    author: row.author,
    created_at: row.created_at,
    state: row.state,
    closed_at: row.closed_at,
    closed_by: row.closed_by,
    head: row.head,
    merged_commit: row.merged_commit,
    pull_request: row.pull_request,
    pull_request_url: row.pull_request_url,
  };
}

function rowOf(proposal: StoredProposal): Row {
  const { id, branch, base, title, body, author, state, head, closedBy, mergedCommit } = proposal;
  return {
    ...{ id, branch, base, title, body, author, state, head },
    created_at: Date.parse(proposal.createdAt),
    closed_at: proposal.closedAt === null ? null : Date.parse(proposal.closedAt),
    closed_by: closedBy,
    merged_commit: mergedCommit,
    pull_request: proposal.pullRequest,
    pull_request_url: proposal.pullRequestUrl,
  };
}

function proposalOf(row: Row): StoredProposal {
  const { id, branch, base, title, body, author, head } = row;
  return {
    ...{ id, branch, base, title, body, author, head },
    createdAt: new Date(Number(row.created_at)).toISOString(),
    state: row.state as ProposalState,
    closedAt: row.closed_at === null ? null : new Date(Number(row.closed_at)).toISOString(),
    closedBy: row.closed_by,
    mergedCommit: row.merged_commit,
    pullRequest: row.pull_request,
    pullRequestUrl: row.pull_request_url,
  };
}
