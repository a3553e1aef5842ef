import { hash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { Problem } from '../../problems/index.js';
import {
  bind,
  deleteStatement,
  insertOnceStatement,
  type Storage,
  updateStatement,
  type Write,
} from '../../storage/index.js';

/** A message of a connection that a trigger takes. */
export interface TakenMessage {
  branch: string;
  /** The name of the trigger. */
  trigger: string;
  connection: string;
  /** CloudEvents 1.0, in the JSON format. */
  event: JsonObject;
}

/** A message whose trigger could not start its flow. */
export interface ParkedMessage extends TakenMessage {
  id: string;
  problem: { code: string; detail: string };
  attempts: number;
  /** ms since the epoch. */
  parkedAt: number;
}

interface Row {
  id: string;
  branch: string;
  trigger_id: string;
  connection: string;
  event: string;
  problem: string;
  attempts: number;
  parked_at: number;
}

/** Seals texts that may hold secrets. */
interface Sealing {
  keep(text: string): string;
  open(text: string): string;
}

const maxDetailLength = 1_000;

/** The rows of parked messages. */
export class ParkedStore {
  readonly #insert;
  readonly #remove;
  readonly #retried;

  constructor(
    private readonly storage: Storage,
    private readonly sealing: Sealing,
  ) {
    const fields = [
      'branch',
      'trigger_id',
      'connection',
      'event',
      'problem',
      'attempts',
      'parked_at',
    ] as const;
    this.#insert = insertOnceStatement(storage, 'parked_messages', ['id', ...fields]);
    this.#remove = deleteStatement(storage, 'parked_messages', ['id']);
    this.#retried = updateStatement(storage, 'parked_messages', ['problem', 'attempts'], ['id']);
  }

  /** Parks a message, once for a trigger. */
  park({ branch, trigger, connection, event }: TakenMessage, error: unknown, attempts: number): Write {
    const identity = toJsonText([branch, trigger, event['source'], event['id']]);
    return bind(this.#insert, {
      id: hash('sha256', identity, 'hex').slice(0, 32),
      branch,
      trigger_id: trigger,
      connection,
      event: this.sealing.keep(toJsonText(event)),
      problem: problemText(error),
      attempts,
      parked_at: Date.now(),
    });
  }

  remove(id: string): Write {
    return bind(this.#remove, { id });
  }

  /** Notes another attempt that failed. */
  retried({ id, attempts }: ParkedMessage, error: unknown): Write {
    return bind(this.#retried, { id, problem: problemText(error), attempts: attempts + 1 });
  }

  commit(writes: readonly Write[]): Promise<void> {
    return this.storage.commit(writes);
  }

  async find(branch: string, id: string): Promise<ParkedMessage | undefined> {
    const rows = this.storage.db.selectFrom('parked_messages').selectAll();
    const row = await rows.where('branch', '=', branch).where('id', '=', id).executeTakeFirst();
    return row && this.#read(row);
  }

  /** Up to `limit` messages of a branch, in the order of their ids, after one; all triggers unless one is named. */
  async list(
    branch: string,
    { trigger, after, limit }: { trigger?: string | undefined; after: string | undefined; limit: number },
  ): Promise<ParkedMessage[]> {
    let rows = this.storage.db.selectFrom('parked_messages').selectAll().where('branch', '=', branch);
    if (trigger !== undefined) rows = rows.where('trigger_id', '=', trigger);
    if (after !== undefined) rows = rows.where('id', '>', after);
    return (await rows.orderBy('id').limit(limit).execute()).map((row) => this.#read(row));
  }

  /** Removes up to `limit` old messages. @returns true when there may be more */
  async removeOld(before: number, limit: number): Promise<boolean> {
    const rows = this.storage.db.selectFrom('parked_messages').select('id').where('parked_at', '<', before);
    const old = await rows.limit(limit).execute();
    if (old.length > 0) await this.storage.commit(old.map(({ id }) => this.remove(id)));
    return old.length === limit;
  }

  #read({
    id,
    branch,
    trigger_id: trigger,
    connection,
    event,
    problem,
    attempts,
    parked_at,
  }: Row): ParkedMessage {
    return {
      id,
      branch,
      trigger,
      connection,
      attempts,
      parkedAt: parked_at,
      event: parseJsonText(this.sealing.open(event)) as JsonObject,
      problem: parseJsonText(problem) as ParkedMessage['problem'],
    };
  }
}

function problemText(error: unknown): string {
  const isKnown = error instanceof Problem;
  const detail = isKnown ? error.message.slice(0, maxDetailLength) : 'The service log has the error';
  return toJsonText({ code: isKnown ? error.code : 'internal', detail });
}
