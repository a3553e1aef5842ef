import { type SelectQueryBuilder, sql } from 'kysely';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { type EventPlace, eventKeyText } from '../../flows/index.js';
import type { Sealing } from '../../security/vault/contract.js';
import {
  bind,
  deleteStatement,
  insertOnceStatement,
  padded,
  type Read,
  type Storage,
  type Tables,
  toRead,
  updateStatement,
  upsertStatement,
  type Write,
} from '../../storage/index.js';
import { eventKey, getBucket, getPrefix, keysId } from './event-keys.js';

/** The origin of an event, as far as it decides which flows and runs the event reaches. */
interface EventOrigin {
  /** The principal that sent the event from outside. */
  principal?: string;
  /** The flows that the principal may run, when it may not run all: the event reaches no other. */
  flows?: readonly string[];
  /** The flows whose runs led to the event, the first one first. */
  causes?: readonly string[];
  /** The connection whose server sent the message. */
  connection?: string;
  /** The environment in which that connection was used; left out, the default one. */
  environment?: string;
  /** The trigger whose poll found the item that the event is about; it reaches no other trigger. */
  trigger?: string;
}

export interface NewEvent {
  branch: string;
  /** CloudEvents 1.0, in the JSON format. */
  event: JsonObject;
  origin?: EventOrigin;
}

export interface BranchEvent extends NewEvent {
  /** Counts up in the order of acceptance. */
  seq: number;
  origin: EventOrigin;
}

interface EventRow {
  seq: number;
  branch: string;
  body: string;
  origin: string | null;
}

/** Paths by which listeners of one type are found; further ones are found by the type alone. */
const maxKeys = 32;
/** Bytes of the events of one page, unless one event alone has more. */
const pageBytes = 4 << 20;
const fewEvents = 1;
const columns = ['seq', 'branch', 'body', 'origin'] as const;

/** The SQL of the events of branches and of the runs that listen. Methods that write return the writes. */
export class EventStore {
  readonly #insert;
  readonly #position;
  readonly #caughtUp;
  readonly #listen;
  readonly #unlisten;
  readonly #addKey;
  readonly #removeKey;
  readonly #wake;
  readonly #hit;
  readonly #prune;
  /** Branch and type → paths by which listeners are found. */
  readonly #keys = new Map<string, Set<string>>();
  /** Prefixes of the keys by which runs were parked since `removeUnusedKeys` began. */
  readonly #listened = new Set<string>();

  constructor(
    private readonly storage: Storage,
    private readonly sealing: Pick<Sealing, 'keep' | 'open'>,
    private readonly report: (error: unknown) => void,
  ) {
    const fields = ['branch', 'key', 'type', 'at', 'body', 'origin'] as const;
    this.#insert = insertOnceStatement(storage, 'branch_events', fields);
    this.#position = upsertStatement(storage, 'event_positions', ['reader'], ['seq']);
    this.#caughtUp = deleteStatement(storage, 'event_positions', ['reader']);
    this.#listen = upsertStatement(
      storage,
      'event_listeners',
      ['run_id', 'step', 'bucket'],
      ['after', 'hit'],
    );
    this.#unlisten = deleteStatement(storage, 'event_listeners', ['run_id']);
    this.#removeKey = deleteStatement(storage, 'event_keys', ['branch', 'type', 'source']);
    this.#addKey = insertOnceStatement(storage, 'event_keys', ['branch', 'type', 'source']);
    this.#wake = updateStatement(storage, 'runs', ['wake_at'], ['id', 'status']);
    this.#hit = storage.statement<{ id: string; seq: number }>((db, p) =>
      db
        .updateTable('event_listeners')
        .set({ hit: p.seq })
        .where('run_id', '=', p.id)
        .where('hit', 'is', null),
    );
    this.#prune = storage.statement<{ seq: number; branch: string }>((db, p) =>
      db.deleteFrom('branch_events').where('branch', '=', p.branch).where('seq', '<=', p.seq),
    );
  }

  /** The time of the last event of the processes before; ms since the epoch. */
  async lastTime(): Promise<number> {
    const last = this.storage.db.selectFrom('branch_events').select('at').orderBy('seq', 'desc').limit(1);
    return (await last.executeTakeFirst())?.at ?? 0;
  }

  /** Reads the paths that listeners of the process before are found by. */
  async open(): Promise<void> {
    const rows = await this.storage.db.selectFrom('event_keys').selectAll().execute();
    for (const { branch, type, source } of rows) this.#getKeys(branch, type).add(source);
  }

  insert({ branch, event, origin = {} }: NewEvent, at: number): Write {
    const body = this.sealing.keep(toJsonText(event));
    const isPlain = Object.values(origin).every((part) => part === undefined);
    const key = eventKey(event);
    const row = { branch, key, type: String(event['type']), at, body };
    return bind(this.#insert, { ...row, origin: isPlain ? null : toJsonText(origin) });
  }

  /** @param branch a branch that is behind */
  position(seq: number, branch?: string): Write {
    return bind(this.#position, { reader: getReader(branch), seq });
  }

  caughtUp(branch: string): Write {
    return bind(this.#caughtUp, { reader: getReader(branch) });
  }

  /** @param branch a branch, which may be behind; otherwise the position of those that are not */
  async readPosition(branch?: string): Promise<number> {
    const rows = this.storage.db.selectFrom('event_positions').select((all) => all.fn.min('seq').as('seq'));
    const readers = [getReader(), getReader(branch)];
    return (await rows.where('reader', 'in', readers).executeTakeFirst())?.seq ?? 0;
  }

  /** The positions of the branches that are behind. */
  async positionsBehind(): Promise<Map<string, number>> {
    const rows = this.storage.db.selectFrom('event_positions').selectAll();
    const behind = await rows.where('reader', '!=', getReader()).execute();
    return new Map(behind.map(({ reader, seq }) => [reader.slice(getReader('').length), seq]));
  }

  /** Events of all branches after a position: a page of at most `limit`, and of a few MiB. */
  async after(seq: number, limit: number): Promise<BranchEvent[]> {
    const rows = this.storage.db.selectFrom('branch_events').where('seq', '>', seq);
    return this.#page(rows, limit);
  }

  /** As `after`, for a branch and events that have one of the types, or any. */
  async ofTypes(
    branch: string,
    types: readonly string[] | undefined,
    seq: number,
    limit: number,
  ): Promise<BranchEvent[]> {
    let rows = this.storage.db.selectFrom('branch_events').where('branch', '=', branch);
    rows = rows.where('seq', '>', seq);
    return this.#page(types ? rows.where('type', 'in', types) : rows, limit);
  }

  async #page(
    rows: SelectQueryBuilder<Tables, 'branch_events', object>,
    limit: number,
  ): Promise<BranchEvent[]> {
    const page = rows.select(columns).orderBy('seq').limit(limit);
    if (limit <= fewEvents) return this.#events(await page.execute());
    const bodyBytes = sql<number>`octet_length(body)`.as('bytes');
    const sized = rows.select(['seq', bodyBytes]).orderBy('seq').limit(limit);
    let [last, bytes] = [0, 0];
    for (const row of await sized.execute()) {
      bytes += row.bytes;
      if (last > 0 && bytes > pageBytes) break;
      last = row.seq;
    }
    return this.#events(await page.where('seq', '<=', last).execute());
  }

  /** The position of the last event that was accepted before a run; for a run that is not stored yet, of the last one. */
  async positionBefore(runId: string): Promise<number> {
    const { db } = this.storage;
    const run = db.selectFrom('runs').select('events_before as seq').where('id', '=', runId);
    const last = db.selectFrom('branch_events').select((all) => all.fn.max('seq').as('seq'));
    return ((await run.executeTakeFirst()) ?? (await last.executeTakeFirst()))?.seq ?? 0;
  }

  /** Positions after which the steps of a parked run have seen no event that may be meant. */
  async getPositions(runId: string): Promise<Map<string, number>> {
    const rows = this.storage.db.selectFrom('event_listeners').selectAll().where('run_id', '=', runId);
    const positions = new Map<string, number>();
    for (const { step, after, hit } of await rows.execute()) {
      positions.set(step, Math.max(after, hit === null ? 0 : hit - 1));
    }
    return positions;
  }

  /** Positions of the oldest events of a branch that were accepted before a time, in their order. */
  async oldest(branch: string, before: number, limit: number): Promise<number[]> {
    const rows = this.storage.db.selectFrom('branch_events').select('seq').where('branch', '=', branch);
    const old = await rows.where('at', '<', before).orderBy('at').orderBy('seq').limit(limit).execute();
    return old.map(({ seq }) => seq);
  }

  unlisten(runId: string): Write {
    return bind(this.#unlisten, { run_id: runId });
  }

  /** Writes that make a step of a parked run found by the events at these places. */
  listen(
    { id, branch }: { id: string; branch: string },
    step: string,
    places: readonly EventPlace[],
    after: number,
  ): Write[] {
    return places.flatMap(({ type = '', key }) => {
      const events = this.#findable(branch, type, key);
      const bucket = getBucket(branch, type, events.key);
      return [...events.writes, bind(this.#listen, { run_id: id, step, bucket, after, hit: null })];
    });
  }

  /** The buckets whose listeners an event may concern. */
  getBuckets({ branch, event }: BranchEvent): string[] {
    return [String(event['type']), ''].flatMap((type) => [
      getBucket(branch, type),
      ...[...(this.#keys.get(keysId(branch, type)) ?? [])].flatMap((source) => {
        const text = eventKeyText(source, event);
        return text === undefined ? [] : [getBucket(branch, type, { source, text })];
      }),
    ]);
  }

  /** True when a parked run of a branch listens for the type by its name. */
  async isListened(branch: string, type: string): Promise<boolean> {
    const keys = this.storage.db.selectFrom('event_keys').select('source').where('branch', '=', branch);
    const sources = [undefined, ...(await keys.where('type', '=', type).execute()).map((key) => key.source)];
    for (const source of sources) if (await this.#isListened(getPrefix(branch, type, source))) return true;
    return false;
  }

  async #isListened(prefix: string): Promise<boolean> {
    const rows = this.storage.db.selectFrom('event_listeners').select('run_id').where('bucket', '>=', prefix);
    return (await rows.where('bucket', '<', `${prefix}~`).limit(1).executeTakeFirst()) !== undefined;
  }

  /** Returns the query for `run_id` and `bucket` of runs that listen there and that no event has woken yet, up to `limit`. */
  readListeners(buckets: readonly string[], limit: number): Read {
    const rows = this.storage.db.selectFrom('event_listeners').select(['run_id', 'bucket']);
    return toRead(rows.where('bucket', 'in', padded(buckets)).where('hit', 'is', null).limit(limit));
  }

  /** Writes that wake a parked run at its next look at the database. */
  wake(runId: string, seq: number, at: number): Write[] {
    return [
      bind(this.#wake, { id: runId, status: 'waiting', wake_at: at }),
      bind(this.#hit, { id: runId, seq }),
    ];
  }

  /** Removes the keys by which no run listens. */
  async removeUnusedKeys(): Promise<void> {
    this.#listened.clear();
    const unused: { branch: string; type: string; source: string }[] = [];
    for (const [id, sources] of [...this.#keys]) {
      const [branch = '', type = ''] = parseJsonText(id) as string[];
      for (const source of [...sources]) {
        if (!(await this.#isListened(getPrefix(branch, type, source)))) unused.push({ branch, type, source });
      }
    }
    if (unused.length === 0) return;
    const collect = () => unused.flatMap((key) => this.#removeKeyUnlessListened(key));
    await this.storage.commit({ collect });
  }

  #removeKeyUnlessListened(key: { branch: string; type: string; source: string }): Write[] {
    const { branch, type, source } = key;
    if (this.#listened.has(getPrefix(branch, type, source))) return [];
    const id = keysId(branch, type);
    const sources = this.#keys.get(id);
    sources?.delete(source);
    if (sources?.size === 0) this.#keys.delete(id);
    return [bind(this.#removeKey, key)];
  }

  prune(branch: string, seq: number): Write {
    return bind(this.#prune, { branch, seq });
  }

  /** Returns the key by which listeners are found, or none when there are too many. */
  #findable(
    branch: string,
    type: string,
    key: EventPlace['key'],
  ): { key?: EventPlace['key']; writes: Write[] } {
    if (!key) return { writes: [] };
    const keys = this.#getKeys(branch, type);
    this.#listened.add(getPrefix(branch, type, key.source));
    if (!keys.has(key.source) && keys.size >= maxKeys) return { writes: [] };
    keys.add(key.source);
    // Also for a known key: the transaction that was to write it may have failed.
    return { key, writes: [bind(this.#addKey, { branch, type, source: key.source })] };
  }

  #getKeys(branch: string, type: string): Set<string> {
    const id = keysId(branch, type);
    const keys = this.#keys.get(id) ?? new Set();
    this.#keys.set(id, keys);
    return keys;
  }

  #events(rows: readonly EventRow[]): BranchEvent[] {
    return rows.map(({ seq, branch, body, origin }) => {
      try {
        const event = parseJsonText(this.sealing.open(body)) as JsonObject;
        return { seq, branch, event, origin: origin === null ? {} : (parseJsonText(origin) as EventOrigin) };
      } catch (error) {
        // Its place is kept, so that the events behind it are read; it reaches no flow.
        this.report(error);
        return { seq, branch, event: {}, origin: { flows: [] } };
      }
    });
  }
}

function getReader(branch?: string): string {
  return branch === undefined ? 'dispatch' : `dispatch ${branch}`;
}
