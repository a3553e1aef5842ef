import { hash } from 'node:crypto';
import type { JsonObject } from '../../schemas/json/types.js';
import type { EventTrigger } from '../flows/index.js';
import {
  bind,
  deleteStatement,
  insertStatement,
  type Storage,
  updateStatement,
  type Write,
} from '../storage/index.js';

/** Events that wait for others, and the longest chain of flows that led to one of them. */
export interface Collected {
  readonly events: readonly JsonObject[];
  readonly causes: readonly string[];
}

interface Collection extends Collected {
  /** Undefined until it is stored. */
  id: number | undefined;
  isChanged: boolean;
  isDone: boolean;
}

interface Place {
  readonly branch: string;
  readonly flow: string;
  readonly key: string;
}

export interface CollectionOptions {
  storage: Storage;
  /** Seals texts that may hold secrets. */
  sealing: { keep(text: string): string; open(text: string): string };
}

/** Collections that wait for the same values, and events of one of them. */
const mostOpen = 1_000;
const mostEvents = 1_000;

/**
 * Events that start a flow together (`all`, `until`). An event is added to the oldest collection that it fits, and else
 * begins one. A batch reads collections once and returns the writes of its changes.
 */
export class EventCollections {
  readonly #insert;
  readonly #update;
  readonly #remove;
  readonly #forget;

  constructor(private readonly options: CollectionOptions) {
    const { storage } = options;
    const table = 'event_collections';
    this.#insert = insertStatement(storage, table, ['branch', 'flow', 'key', 'at', 'events']);
    this.#update = updateStatement(storage, table, ['events'], ['id']);
    this.#remove = deleteStatement(storage, table, ['id']);
    this.#forget = storage.statement<{ before: number }>((db, p) =>
      db.deleteFrom(table).where('at', '<', p.before),
    );
  }

  batch(): CollectionBatch {
    return new CollectionBatch(
      (place) => this.#read(place),
      (place, collection) => this.#write(place, collection),
    );
  }

  /** Forgets collections that began before a time, ms since the epoch. */
  async removeOld(before: number): Promise<void> {
    await this.options.storage.commit([bind(this.#forget, { before })]);
  }

  async #read({ branch, flow, key }: Place): Promise<Collection[]> {
    const rows = await this.options.storage.db
      .selectFrom('event_collections')
      .select(['id', 'events'])
      .where('branch', '=', branch)
      .where('flow', '=', flow)
      .where('key', '=', key)
      .orderBy('id')
      .execute();
    return rows.map(({ id, events }) => ({
      ...(JSON.parse(this.options.sealing.open(events)) as Collected),
      ...{ id, isChanged: false, isDone: false },
    }));
  }

  #write(place: Place, { id, isChanged, isDone, events, causes }: Collection): Write[] {
    if (!isChanged) return [];
    if (isDone) return id === undefined ? [] : [bind(this.#remove, { id })];
    const text = this.options.sealing.keep(JSON.stringify({ events, causes } satisfies Collected));
    if (id !== undefined) return [bind(this.#update, { id, events: text })];
    return [bind(this.#insert, { ...place, at: Date.now(), events: text })];
  }
}

export class CollectionBatch {
  readonly #read = new Map<string, { place: Place; collections: Collection[] }>();

  constructor(
    private readonly read: (place: Place) => Promise<Collection[]>,
    private readonly write: (place: Place, collection: Collection) => Write[],
  ) {}

  /** Adds an event; returns the input and the events of the run that it completes, `full` when it cannot wait. */
  async offer(
    flow: { branch: string; name: string; schedule: string; trigger: EventTrigger },
    event: JsonObject,
    causes: readonly string[],
  ): Promise<(Collected & { input: JsonObject['x'][] }) | 'full' | undefined> {
    const { branch, name, schedule, trigger } = flow;
    // A changed schedule begins new collections.
    const key = hash('sha256', JSON.stringify([schedule, trigger.collectionOf(event)]), 'base64url');
    const collections = await this.#collections({ branch, flow: name, key });
    const none: Collection = { id: undefined, events: [], causes: [], isChanged: false, isDone: false };
    for (const collection of [...collections.filter(({ isDone }) => !isDone), none]) {
      const offered = trigger.offer(collection.events, event);
      if (!offered) continue;
      if (collection.events.length >= mostEvents) return 'full';
      if (collection === none) {
        if (collections.length >= mostOpen) return 'full';
        collections.push(collection);
      }
      Object.assign(collection, {
        events: [...collection.events, event],
        causes: causes.length > collection.causes.length ? causes : collection.causes,
        ...{ isChanged: true, isDone: offered.input !== undefined },
      });
      return offered.input && { ...collection, input: offered.input };
    }
    return undefined;
  }

  writes(): Write[] {
    return [...this.#read.values()].flatMap(({ place, collections }) =>
      collections.flatMap((collection) => this.write(place, collection)),
    );
  }

  async #collections(place: Place): Promise<Collection[]> {
    const id = JSON.stringify([place.branch, place.flow, place.key]);
    const known = this.#read.get(id) ?? { place, collections: await this.read(place) };
    this.#read.set(id, known);
    return known.collections;
  }
}
