import { hash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import type { EventCollector, EventTrigger } from '../flows/index.js';
import {
  bind,
  deleteStatement,
  insertStatement,
  type Storage,
  updateStatement,
  type Write,
} from '../storage/index.js';

/** Events that wait for others, and the longest chain of flows that led to one of them. */
export interface CollectedEvents {
  readonly events: readonly JsonObject[];
  readonly causes: readonly string[];
}

interface Collection extends CollectedEvents {
  collector: EventCollector | undefined;
  /** Of the text of the events. */
  bytes: number;
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
  report(error: unknown, about: { id: string }): void;
}

/** Returns the result of a computation over an event; reports one that fails, and returns undefined. */
export async function attempt<Result>(
  report: CollectionOptions['report'],
  event: JsonObject,
  compute: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await compute();
  } catch (error) {
    report(error, { id: String(event['id']) });
    return undefined;
  }
}

/** Collects events again; undefined, with a report, when the trigger fails over them by a defect. */
export async function findCollector(
  trigger: EventTrigger,
  events: readonly JsonObject[],
  report: CollectionOptions['report'],
): Promise<EventCollector | undefined> {
  try {
    return await trigger.collect(events);
  } catch (error) {
    report(error, { id: String(events.at(-1)?.['id'] ?? '') });
    return undefined;
  }
}

/** Collections that wait for the same values, the events of one of them, and the bytes of all events in them. */
const maxOpen = 1_000;
const maxEvents = 1_000;
const maxBytes = 8 << 20;
/** Bytes that one batch has in memory. */
const maxRead = 32 << 20;

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
      this.options.report,
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
    const { sealing, report } = this.options;
    return rows.flatMap(({ id, events }) => {
      try {
        const collected = parseJsonText(sealing.open(events)) as CollectedEvents;
        return {
          ...collected,
          id,
          bytes: events.length,
          collector: undefined,
          isChanged: false,
          isDone: false,
        };
      } catch (error) {
        report(error, { id: `collection ${id}` });
        return [];
      }
    });
  }

  #write(place: Place, { id, isChanged, isDone, events, causes }: Collection): Write[] {
    if (!isChanged) return [];
    if (isDone) return id === undefined ? [] : [bind(this.#remove, { id })];
    const text = this.options.sealing.keep(toJsonText({ events, causes } satisfies CollectedEvents));
    if (id !== undefined) return [bind(this.#update, { id, events: text })];
    return [bind(this.#insert, { ...place, at: Date.now(), events: text })];
  }
}

export class CollectionBatch {
  readonly #read = new Map<string, { place: Place; collections: Collection[] }>();
  #bytes = 0;

  constructor(
    private readonly read: (place: Place) => Promise<Collection[]>,
    private readonly write: (place: Place, collection: Collection) => Write[],
    private readonly report: CollectionOptions['report'],
  ) {}

  /** True when no further event fits into memory. */
  get isFull(): boolean {
    return this.#bytes >= maxRead;
  }

  /** Adds an event; returns the input and the events of the run that it completes, `full` when it cannot wait. */
  async offer(
    flow: { branch: string; name: string; schedule: string; trigger: EventTrigger },
    event: JsonObject,
    causes: readonly string[],
  ): Promise<(CollectedEvents & { input: JsonObject['x'][] }) | 'full' | undefined> {
    const { branch, name, schedule, trigger } = flow;
    // A changed schedule begins new collections.
    const getKey = async () =>
      hash('sha256', toJsonText([schedule, await trigger.getCollection(event)]), 'base64url');
    const key = await attempt(this.report, event, getKey);
    if (key === undefined) return undefined;
    const collections = await this.#collections({ branch, flow: name, key });
    return this.#add(trigger, collections, { event, causes });
  }

  async #add(
    trigger: EventTrigger,
    collections: Collection[],
    { event, causes }: { event: JsonObject; causes: readonly string[] },
  ): Promise<(CollectedEvents & { input: JsonObject['x'][] }) | 'full' | undefined> {
    const open = collections.filter(({ isDone }) => !isDone);
    const none = { id: undefined, bytes: 0, events: [], causes: [], isChanged: false, isDone: false };
    for (const collection of [...open, { ...none, collector: undefined } as Collection]) {
      if (isTurnOver()) await nextTurn();
      const collector =
        collection.collector ?? (await findCollector(trigger, collection.events, this.report));
      if (!collector || !(await attempt(this.report, event, () => collector.fits(event)))) continue;
      const bytes = toJsonText(event).length;
      const held = open.reduce((sum, each) => sum + each.bytes, bytes);
      if (collection.events.length >= maxEvents || held > maxBytes) return 'full';
      if (!open.includes(collection)) {
        if (open.length >= maxOpen) return 'full';
        collections.push(collection);
      }
      const taken = await attempt(this.report, event, async () => ({ input: await collector.take(event) }));
      // Taken in part: the next event collects the events before it again.
      collection.collector = taken && collector;
      if (!taken) continue;
      this.#bytes += bytes;
      const { input } = taken;
      Object.assign(collection, {
        events: [...collection.events, event],
        bytes: collection.bytes + bytes,
        causes: causes.length > collection.causes.length ? causes : collection.causes,
        isChanged: true,
        isDone: input !== undefined,
      });
      return input && { ...collection, input };
    }
    return undefined;
  }

  writes(): Write[] {
    return [...this.#read.values()].flatMap(({ place, collections }) =>
      collections.flatMap((collection) => this.write(place, collection)),
    );
  }

  async #collections(place: Place): Promise<Collection[]> {
    const id = toJsonText([place.branch, place.flow, place.key]);
    const collection = this.#read.get(id);
    if (collection) return collection.collections;
    const collections = await this.read(place);
    this.#read.set(id, { place, collections });
    this.#bytes += collections.reduce((sum, { bytes }) => sum + bytes, 0);
    return collections;
  }
}
