import { bind, deleteStatement, type Storage, upsertStatement, type Write } from '../../storage/index.js';
import type { Review, ReviewVerdict } from './contract.js';

const columns = ['verdict', 'comment', 'revision', 'created_at'] as const;

/** The reviews of proposals: the last one of each person. */
export class ReviewStore {
  readonly #put;
  readonly #remove;

  constructor(private readonly storage: Storage) {
    this.#put = upsertStatement(storage, 'proposal_reviews', ['proposal', 'reviewer'], columns);
    this.#remove = deleteStatement(storage, 'proposal_reviews', ['proposal']);
  }

  /** Stores a review in place of the earlier one of the same person. */
  async put(proposal: string, { reviewer, verdict, comment, revision, createdAt }: Review): Promise<void> {
    await this.storage.commit([
      bind(this.#put, {
        proposal,
        reviewer,
        verdict,
        comment,
        revision,
        created_at: Date.parse(createdAt),
      }),
    ]);
  }

  /** Returns the reviews of a proposal, the oldest first. */
  async list(proposal: string): Promise<Review[]> {
    const query = this.storage.db.selectFrom('proposal_reviews').selectAll().where('proposal', '=', proposal);
    const rows = await query.orderBy('created_at').orderBy('reviewer').execute();
    return rows.map(({ reviewer, verdict, comment, revision, created_at }) => ({
      reviewer,
      verdict: verdict as ReviewVerdict,
      comment,
      revision,
      createdAt: new Date(Number(created_at)).toISOString(),
    }));
  }

  /** Returns the statement that removes the reviews of a proposal. */
  removal(proposal: string): Write {
    return bind(this.#remove, { proposal });
  }
}
