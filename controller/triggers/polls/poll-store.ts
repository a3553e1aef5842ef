import { hash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import {
  bind,
  deleteStatement,
  insertOnceStatement,
  padded,
  type Storage,
  type Tables,
  upsertStatement,
  type Write,
} from '../../storage/index.js';
import type { TriggerKey } from '../items/trigger-key.js';

type StateRow = { [Column in keyof Tables['trigger_polls']]: Tables['trigger_polls'][Column] };

/** Progress of a trigger: what it has seen of the items of its application. */
export interface PollState extends Omit<StateRow, 'since'> {
  /** The greatest value of `since` among the items that were taken; null before the first. */
  since: Json;
}

/** Keys of a trigger that are kept. */
export const maxKeys = 10_000;
/** Keys that one query looks for, and that one transaction removes. */
const keysAtOnce = 500;

const columns = [
  'digest',
  'begun_at',
  'was_changed',
  'has_list',
  'since',
  'next_at',
  'polled_at',
  'items',
  'failures',
  'problem',
  'note',
] as const;
const ofKey = ['branch', 'trigger_id', 'begun_at', 'key'] as const;

/** The SQL of triggers that poll. Methods that write return the write for the caller to commit. */
export class PollStore {
  readonly #save;
  readonly #remove;
  readonly #removeKeys;
  readonly #addKey;
  readonly #removeKey;

  constructor(
    readonly storage: Storage,
    private readonly sealing: { keep(text: string): string; open(text: string): string },
  ) {
    this.#save = upsertStatement(storage, 'trigger_polls', ['branch', 'trigger_id'], columns);
    this.#remove = deleteStatement(storage, 'trigger_polls', ['branch', 'trigger_id']);
    this.#removeKeys = deleteStatement(storage, 'trigger_poll_keys', ['branch', 'trigger_id']);
    this.#addKey = insertOnceStatement(storage, 'trigger_poll_keys', [...ofKey, 'seen_at']);
    this.#removeKey = deleteStatement(storage, 'trigger_poll_keys', ofKey);
  }

  save({ since, ...state }: PollState): Write {
    return bind(this.#save, {
      ...state,
      since: since === null ? null : this.sealing.keep(toJsonText(since)),
    });
  }

  /** Notes that an item was seen; `key` as of `hashKey`. */
  addKey({ branch, trigger_id, begun_at }: PollState, key: string, seen_at: number): Write {
    return bind(this.#addKey, { branch, trigger_id, begun_at, key, seen_at });
  }

  /** Forgets what a trigger has seen. */
  forget({ branch, id: trigger_id }: TriggerKey): Write[] {
    return [bind(this.#remove, { branch, trigger_id }), ...this.forgetKeys({ branch, id: trigger_id })];
  }

  forgetKeys({ branch, id: trigger_id }: TriggerKey): Write[] {
    return [bind(this.#removeKeys, { branch, trigger_id })];
  }

  async find({ branch, id }: TriggerKey): Promise<PollState | undefined> {
    const rows = this.storage.db.selectFrom('trigger_polls').selectAll().where('branch', '=', branch);
    const row = await rows.where('trigger_id', '=', id).executeTakeFirst();
    return row && this.#read(row);
  }

  /** The states of these triggers of a branch, by their ids. */
  async some(branch: string, ids: readonly string[]): Promise<Map<string, PollState>> {
    const rows = this.storage.db.selectFrom('trigger_polls').selectAll().where('branch', '=', branch);
    const states = await rows.where('trigger_id', 'in', padded(ids)).execute();
    return new Map(states.map((row) => [row.trigger_id, this.#read(row)]));
  }

  /** The triggers that have a state. */
  async list(): Promise<TriggerKey[]> {
    const rows = this.storage.db.selectFrom('trigger_polls').select(['branch', 'trigger_id']);
    return (await rows.execute()).map(({ branch, trigger_id: id }) => ({ branch, id }));
  }

  /** Returns those of the keys that are known. */
  async findKnown(
    { branch, trigger_id, begun_at }: PollState,
    keys: readonly string[],
  ): Promise<Set<string>> {
    const seen = new Set<string>();
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const rows = await this.storage.db
        .selectFrom('trigger_poll_keys')
        .select('key')
        .where('branch', '=', branch)
        .where('trigger_id', '=', trigger_id)
        .where('begun_at', '=', begun_at)
        .where('key', 'in', padded(keys.slice(at, at + keysAtOnce)))
        .execute();
      for (const { key } of rows) seen.add(key);
    }
    return seen;
  }

  /** Removes the oldest keys beyond `maxKeys`, except those of items that are still listed. */
  async trim(state: PollState, listed: ReadonlySet<string>): Promise<void> {
    const { branch, trigger_id, begun_at } = state;
    const ofState = this.storage.db
      .selectFrom('trigger_poll_keys')
      .where('branch', '=', branch)
      .where('trigger_id', '=', trigger_id)
      .where('begun_at', '=', begun_at);
    const count = await ofState.select((all) => all.fn.countAll<number>().as('count')).executeTakeFirst();
    const excess = Number(count?.count ?? 0) - maxKeys;
    if (excess <= 0) return;
    const oldest = await ofState
      .select('key')
      .orderBy('seen_at')
      .orderBy('key')
      .limit(excess + listed.size)
      .execute();
    const removed = oldest.filter(({ key }) => !listed.has(key)).slice(0, excess);
    for (let at = 0; at < removed.length; at += keysAtOnce) {
      const writes = removed
        .slice(at, at + keysAtOnce)
        .map(({ key }) => bind(this.#removeKey, { branch, trigger_id, begun_at, key }));
      await this.storage.commit(writes);
    }
  }

  #read({ since, ...row }: StateRow): PollState {
    return { ...row, since: since === null ? null : (parseJsonText(this.sealing.open(since)) as Json) };
  }
}

/** Returns the form in which the key of an item is stored. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
