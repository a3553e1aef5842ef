import { sql } from 'kysely';
import type { Sealing, Vault } from '../../../security/vault/contract.js';
import { BackgroundPasses, bind, type Storage, upsertStatement, type Write } from '../../../storage/index.js';

/** An answer of any node. */
export interface SharedAnswer {
  /** JSON. */
  readonly text: string;
  /** ms since the epoch. */
  readonly at: number;
}

interface NewAnswer extends SharedAnswer {
  /** When it may not be given any more, ms since the epoch. */
  readonly expiresAt: number;
  /** The answers of the policy that are kept, the newest ones. */
  readonly maxEntries: number;
}

/** Characters of an answer that other nodes get; a longer one stays in the memory of its node. */
const maxSharedSize = 256 * 1024;
const cleanEveryMs = 60_000;
const firstCleanMs = 10_000;

/** Cached answers that the nodes of a database share: a row for each, sealed where it has a secret. */
export class SharedAnswers {
  readonly #put;
  readonly #removeBeyond;
  readonly #removeExpired;
  readonly #cleaning: BackgroundPasses;

  constructor(
    private readonly storage: Storage,
    private readonly vault: Sealing & Pick<Vault, 'sign'>,
    private readonly options: { now(): number; report(error: unknown): void },
  ) {
    const columns = ['policy', 'answer', 'answered_at', 'expires_at'] as const;
    this.#put = upsertStatement(storage, 'cached_answers', ['id'], columns);
    this.#removeBeyond = storage.statement<{ policy: string; kept: number }>((db, p) =>
      db
        .deleteFrom('cached_answers')
        .where('policy', '=', p.policy)
        .where('answered_at', '<=', (oldest) =>
          oldest
            .selectFrom('cached_answers')
            .select('answered_at')
            .where('policy', '=', p.policy)
            .orderBy('answered_at', 'desc')
            .limit(sql.lit(1))
            .offset(p.kept),
        ),
    );
    this.#removeExpired = storage.statement<{ now: number }>((db, p) =>
      db.deleteFrom('cached_answers').where('expires_at', '<=', p.now),
    );
    this.#cleaning = new BackgroundPasses({
      step: async () => {
        await storage.commit([bind(this.#removeExpired, { now: options.now() })]);
        return false;
      },
      firstMs: firstCleanMs,
      pauseMs: cleanEveryMs,
      report: options.report,
    });
  }

  /** Returns the answer that a node has kept and that may be given still. Undefined also where the database cannot be read. */
  async find(policy: string, key: string): Promise<SharedAnswer | undefined> {
    try {
      const row = await this.storage.db
        .selectFrom('cached_answers')
        .select(['answer', 'answered_at'])
        .where('id', '=', this.#getId(policy, key))
        .where('expires_at', '>', this.options.now())
        .executeTakeFirst();
      return row && { text: this.vault.open(row.answer), at: Number(row.answered_at) };
    } catch (error) {
      this.options.report(error);
      return undefined;
    }
  }

  /** Resolves when other nodes find the answer, or it could not be stored: then they ask for themselves. */
  async keep(policy: string, key: string, { text, at, expiresAt, maxEntries }: NewAnswer): Promise<void> {
    if (text.length > maxSharedSize) return;
    const answer = this.vault.keep(text);
    const id = this.#getId(policy, key);
    const writes: Write[] = [
      bind(this.#put, { id, policy, answer, answered_at: at, expires_at: expiresAt }),
      bind(this.#removeBeyond, { policy, kept: maxEntries }),
    ];
    await this.storage.commit(writes).catch(this.options.report);
  }

  /** Removes answers that have expired, from time to time. */
  startCleaning(): void {
    this.#cleaning.start();
  }

  stopCleaning(): Promise<void> {
    return this.#cleaning.stop();
  }

  /** Keyed, as inputs could be guessed from a digest alone. */
  #getId(policy: string, key: string): string {
    return this.vault.sign(`cached answer ${policy} ${key}`);
  }
}
