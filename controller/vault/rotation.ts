import { bind, type Storage, type Write } from '../storage/index.js';
import type { KeyRing, WrappedKey } from './key-ring.js';

/** Data keys wrapped anew in one write. */
const batchSize = 100;

/**
 * Wraps data keys by the current master key, a batch at a time, until none is left under another. Can be broken off at
 * any moment and begun again: each data key is under one master key or the other, and both are at hand. The key that was
 * left is kept, wrapped by the new one: older backups are under it.
 */
export class Rotation {
  #lane: Promise<unknown> = Promise.resolve();
  #underWay = false;
  /** The end of the last change that was asked for. */
  #change: Promise<void> | undefined;
  /** What is done under the keys as they are. */
  #stays = 0;
  #free: (() => void) | undefined;
  readonly #beforeForgetting: (() => Promise<void>)[] = [];
  readonly #wrapSecret;
  readonly #wrapKey;
  readonly #keep;

  constructor(
    private readonly storage: Storage,
    private readonly keys: KeyRing,
  ) {
    type Rewrapped = { wrapped_key: Uint8Array; key_id: string; before: Uint8Array };
    this.#wrapSecret = storage.statement<Rewrapped & { id: number }>((db, p) =>
      db
        .updateTable('secrets')
        .set({ wrapped_key: p.wrapped_key, key_id: p.key_id })
        .where('id', '=', p.id)
        .where('wrapped_key', '=', p.before),
    );
    this.#wrapKey = storage.statement<Rewrapped & { name: string }>((db, p) =>
      db
        .updateTable('data_keys')
        .set({ wrapped_key: p.wrapped_key, key_id: p.key_id })
        .where('name', '=', p.name)
        .where('wrapped_key', '=', p.before),
    );
    this.#keep = storage.statement<{ name: string; wrapped_key: Uint8Array; key_id: string }>((db, p) =>
      db
        .insertInto('data_keys')
        .values({ name: p.name, wrapped_key: p.wrapped_key, key_id: p.key_id })
        .onConflict((conflict) => conflict.doNothing()),
    );
  }

  /** Runs `work` with the master keys as they are: a change of them waits for its end, and it for that of a change. */
  async whileKeysStay<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#change) await this.#change;
    this.#stays += 1;
    try {
      return await work();
    } finally {
      this.#stays -= 1;
      if (this.#stays === 0) this.#free?.();
    }
  }

  /** To be done each time before the old master key is forgotten. */
  beforeForgetting(work: () => Promise<void>): void {
    this.#beforeForgetting.push(work);
  }

  get isUnderWay(): boolean {
    return this.#underWay;
  }

  /** Goes on with a rotation that was broken off. @returns how many data keys were wrapped anew */
  takeUp(): Promise<number> {
    return this.#exclusively(async () => (this.keys.hasPrevious ? this.#rewrapAll() : 0));
  }

  /** One after the other: a key that came while others are being left would be left half-way. */
  start(): Promise<number> {
    return this.#exclusively(async () => {
      if (this.keys.hasPrevious) await this.#rewrapAll();
      this.keys.add();
      return this.#rewrapAll();
    });
  }

  #exclusively(change: () => Promise<number>): Promise<number> {
    const changed = this.#lane.then(async () => {
      this.#underWay = true;
      if (this.#stays > 0) await new Promise<void>((resolve) => (this.#free = resolve));
      return change();
    });
    const ended = changed.then(noop, noop).then(() => {
      this.#underWay = false;
      if (this.#change === ended) this.#change = undefined;
    });
    this.#lane = ended;
    this.#change = ended;
    return changed;
  }

  async #rewrapAll(): Promise<number> {
    // What was wrapped before the key changed is written by then.
    await this.storage.commit({ collect: () => [] });
    let done = 0;
    for (;;) {
      const writes = [...(await this.#secrets()), ...(await this.#dataKeys())];
      if (writes.length === 0) break;
      await this.storage.commit({ collect: () => writes });
      done += writes.length;
    }
    const kept = this.keys.wrapPrevious().map((row) => bind(this.#keep, row));
    await this.storage.commit({ collect: () => kept });
    for (const work of this.#beforeForgetting) await work();
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
    return rows.map((row) =>
      bind(this.#wrapSecret, { id: row.id, ...this.#rewrap(row, `${row.path}#${row.version}`) }),
    );
  }

  async #dataKeys(): Promise<Write[]> {
    const rows = await this.storage.db
      .selectFrom('data_keys')
      .selectAll()
      .where('key_id', '!=', this.keys.currentId)
      .execute();
    return rows.map((row) => bind(this.#wrapKey, { name: row.name, ...this.#rewrap(row, row.name) }));
  }

  #rewrap(row: WrappedKey, context: string) {
    return { ...this.keys.wrap(this.keys.unwrap(row, context), context), before: row.wrapped_key };
  }
}

function noop(): void {}
