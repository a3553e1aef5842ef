import { SharedLock } from '../../concurrency/shared-lock.js';
import { Problem } from '../../problems/index.js';
import { bind, insertOnceStatement, type Storage, type Write } from '../../storage/index.js';
import type { KeyRing, MasterKeyState, Signature, TextParts, WrappedKey } from './key-ring.js';

export interface MasterKeyStatus {
  /** Identifies the key and reveals nothing about it. */
  keyId: string;
  /** Data keys are being wrapped again. */
  rotating: boolean;
  /** The key is in a file that svc writes, so svc can rotate it. */
  own: boolean;
}

/** Secrets that are wrapped again in one write. */
const batchSize = 100;

/**
 * The master keys of the installation. A rotation wraps data keys again, a batch at a time, until none is left under
 * another key. It can stop at any moment and be resumed: each data key is under one of two master keys, and both are
 * available. The old key is kept, wrapped by the new one, because older backups are under it.
 */
export class MasterKeys {
  readonly #lock = new SharedLock();
  readonly #beforeDropping: (() => Promise<void>)[] = [];
  readonly #statements;
  /** Rotations that run or wait. */
  #rotations = 0;

  constructor(
    private readonly storage: Storage,
    private readonly keys: KeyRing,
  ) {
    this.#statements = getStatements(storage);
  }

  status(): MasterKeyStatus {
    // A rotation that failed leaves data keys under the previous key until the next start.
    const rotating = this.#rotations > 0 || this.keys.hasPrevious;
    return { keyId: this.keys.currentId, rotating, own: this.keys.isOwn };
  }

  /** Tells if the id is that of the current master key, of an earlier one, or of another installation. */
  getKeyIdState(keyId: string): MasterKeyState {
    return this.keys.getKeyIdState(keyId);
  }

  sign(text: string): Signature {
    return this.keys.sign(text);
  }

  /** As `sign`, for a text that is too long to be in memory at once, or to be signed in one turn of the event loop. */
  signParts(parts: TextParts): Promise<Signature> {
    return this.keys.signParts(parts);
  }

  verifyParts(parts: TextParts, signature: Signature): Promise<boolean> {
    return this.keys.verifyParts(parts, signature);
  }

  /** Returns true when `sign` made the signature, with any master key that is available. */
  verify(text: string, signature: Signature): boolean {
    return this.keys.verify(text, signature);
  }

  /** Wraps a data key of a backup with the current master key; undefined when its master key is not available. */
  rewrap(key: WrappedKey, context: string): WrappedKey | undefined {
    const dataKey = this.keys.tryUnwrap(key, context);
    if (!dataKey || key.key_id === this.keys.currentId) return dataKey && key;
    return this.keys.wrap(dataKey, context);
  }

  /** Runs `work` without a change of the master keys. Rotations wait for its end. Not reentrant. */
  withoutRotation<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#lock.share(work);
  }

  /** Adds work to do in each rotation, after the data keys are wrapped and before the old master key is dropped. */
  beforeDropping(work: () => Promise<void>): void {
    this.#beforeDropping.push(work);
  }

  /**
   * Makes a new master key and wraps every data key with it, while reads and writes continue.
   * @returns the number of data keys that were wrapped
   * @throws Problem master_key_configured when the key is in the settings
   */
  async rotate(): Promise<number> {
    const detail = 'The master key is in the settings, where svc does not write';
    if (!this.keys.isOwn) throw new Problem('master_key_configured', detail);
    return this.#exclusively(async () => {
      // First completes an earlier rotation, because there are at most two keys at a time.
      if (this.keys.hasPrevious) await this.#wrapAll();
      this.keys.add();
      return this.#wrapAll();
    });
  }

  /**
   * Completes a rotation that a stopped process began, or that the settings ask for. To be called once, at the start, as
   * soon as no unfinished work depends on the old key.
   * @returns the number of data keys that were wrapped
   */
  resumeRotation(): Promise<number> {
    return this.#exclusively(async () => (this.keys.hasPrevious ? this.#wrapAll() : 0));
  }

  async #exclusively(rotation: () => Promise<number>): Promise<number> {
    this.#rotations += 1;
    try {
      return await this.#lock.exclusive(rotation);
    } finally {
      this.#rotations -= 1;
    }
  }

  async #wrapAll(): Promise<number> {
    // Waits for writes under the old key that have begun.
    await this.storage.commit([]);
    let done = 0;
    for (;;) {
      const writes = [...(await this.#secrets()), ...(await this.#dataKeys())];
      if (writes.length === 0) break;
      await this.storage.commit(writes);
      done += writes.length;
    }
    await this.storage.commit(this.keys.wrapPrevious().map((row) => bind(this.#statements.keep, row)));
    for (const work of this.#beforeDropping) await work();
    this.keys.dropPrevious();
    return done;
  }

  async #secrets(): Promise<Write[]> {
    const rows = await this.storage.db
      .selectFrom('secrets')
      .select(['id', 'path', 'version', 'wrapped_key', 'key_id'])
      .where((row) => row.or([row('key_id', 'is', null), row('key_id', '!=', this.keys.currentId)]))
      .limit(batchSize)
      .execute();
    const { wrapSecret } = this.#statements;
    const again = (row: (typeof rows)[number]) => this.#wrapAgain(row, `${row.path}#${row.version}`);
    return rows.map((row) => bind(wrapSecret, { id: row.id, ...again(row) }));
  }

  async #dataKeys(): Promise<Write[]> {
    const rows = await this.storage.db
      .selectFrom('data_keys')
      .selectAll()
      .where('key_id', '!=', this.keys.currentId)
      .execute();
    const { wrapKey } = this.#statements;
    return rows.map((row) => bind(wrapKey, { name: row.name, ...this.#wrapAgain(row, row.name) }));
  }

  #wrapAgain(row: WrappedKey, context: string) {
    return { ...this.keys.wrap(this.keys.unwrap(row, context), context), before: row.wrapped_key };
  }
}

/** Updates compare the wrapped key, so that a concurrent change of the row is not overwritten. */
function getStatements(storage: Storage) {
  type Rewrapped = { wrapped_key: Uint8Array; key_id: string; before: Uint8Array };
  return {
    wrapSecret: storage.statement<Rewrapped & { id: number }>((db, p) =>
      db
        .updateTable('secrets')
        .set({ wrapped_key: p.wrapped_key, key_id: p.key_id })
        .where('id', '=', p.id)
        .where('wrapped_key', '=', p.before),
    ),
    wrapKey: storage.statement<Rewrapped & { name: string }>((db, p) =>
      db
        .updateTable('data_keys')
        .set({ wrapped_key: p.wrapped_key, key_id: p.key_id })
        .where('name', '=', p.name)
        .where('wrapped_key', '=', p.before),
    ),
    keep: insertOnceStatement(storage, 'data_keys', ['name', 'wrapped_key', 'key_id']),
  };
}
