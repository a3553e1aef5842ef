import type { EntityRecord, Snapshot } from '../../catalog/index.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';

/** The kinds whose entities start flows. */
export type TriggerKind = 'flow' | 'trigger';
const kinds: readonly TriggerKind[] = ['flow', 'trigger'];

/** Begins the id of the schedule of a flow; no name of an entity has a dot. */
export const ofFlow = 'flow.';

/** Items of the flows and triggers of a snapshot. Ids are those of `TriggerDefinition`. */
export interface Items<Item> {
  /** By id, in the order of the ids. */
  readonly all: ReadonlyMap<string, Item>;
  /** By id, the errors over which entities could not be read. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/** Branches whose last snapshot is remembered. */
const maxBranches = 1_024;

interface Names {
  kind: TriggerKind;
  names: Iterable<string>;
}

/**
 * Reads an item from each flow and trigger of a branch, and keeps the items from one snapshot to the next: a commit costs
 * what it changes. A snapshot that changes no item has the same `Items` as the one before.
 */
export class TriggerItems<Item extends object> {
  readonly #ofSnapshots = new WeakMap<Snapshot, Promise<Items<Item>>>();
  /** By branch, the snapshot that was read last. */
  readonly #last = new BoundedMap<string, WeakRef<Snapshot>>(maxBranches);
  /** By record, which is immutable and stays in later snapshots. Null for no item. */
  readonly #ofRecords = new WeakMap<EntityRecord, Item | null>();

  /** @param read returns undefined for an entity without an item */
  constructor(private readonly read: (kind: TriggerKind, record: EntityRecord) => Item | undefined) {}

  /** Takes turns. What could not be read is read again by each call. */
  of(snapshot: Snapshot): Promise<Items<Item>> {
    const cachedItems = this.#ofSnapshots.get(snapshot);
    const items = cachedItems ? this.#again(snapshot, cachedItems) : this.#first(snapshot);
    this.#ofSnapshots.set(snapshot, items);
    return items;
  }

  #first(snapshot: Snapshot): Promise<Items<Item>> {
    const last = this.#last.get(snapshot.branch)?.deref();
    this.#last.set(snapshot.branch, new WeakRef(snapshot));
    return this.#next(snapshot, last);
  }

  async #again(snapshot: Snapshot, current: Promise<Items<Item>>): Promise<Items<Item>> {
    const items = await current;
    if (items.failed.size === 0) return items;
    return this.#changed(
      snapshot,
      items,
      kinds.map((kind) => ({ kind, names: [] })),
    );
  }

  async #next(snapshot: Snapshot, last: Snapshot | undefined): Promise<Items<Item>> {
    const before = last && (await this.#ofSnapshots.get(last));
    const changes = kinds.map((kind) => ({ kind, names: last && snapshot.changedNames(kind, last) }));
    if (before && changes.every((each): each is Names => each.names !== undefined))
      return this.#changed(snapshot, before, changes);
    const all: [string, Item][] = [];
    const failed = new Map<string, unknown>();
    for (const kind of kinds)
      for (const record of snapshot.list(kind)) {
        if (isTurnOver()) await nextTurn();
        const item = this.#item(kind, record, failed);
        if (item) all.push([getId(kind, record.name), item]);
      }
    return { all: inOrder(all), failed };
  }

  /** Reads changed entities, and those that failed before. */
  async #changed(snapshot: Snapshot, before: Items<Item>, changes: readonly Names[]): Promise<Items<Item>> {
    const failed = new Map<string, unknown>();
    let all: Map<string, Item> | undefined;
    let isInOrder = true;
    for (const { kind, names } of changes) {
      const again = [...before.failed.keys()].flatMap((id) => findName(kind, id) ?? []);
      for (const name of new Set([...names, ...again])) {
        if (isTurnOver()) await nextTurn();
        const id = getId(kind, name);
        const record = snapshot.get(kind, name);
        const item = record && this.#item(kind, record, failed);
        if (item === before.all.get(id)) continue;
        all ??= new Map(before.all);
        isInOrder &&= item === undefined || all.has(id);
        if (item) all.set(id, item);
        else all.delete(id);
      }
    }
    if (!all && failed.size === 0 && before.failed.size === 0) return before;
    return { all: isInOrder ? (all ?? before.all) : inOrder([...(all ?? [])]), failed };
  }

  #item(kind: TriggerKind, record: EntityRecord, failed: Map<string, unknown>): Item | undefined {
    const items = this.#ofRecords.get(record);
    if (items !== undefined) return items ?? undefined;
    try {
      const item = this.read(kind, record);
      this.#ofRecords.set(record, item ?? null);
      return item;
    } catch (error) {
      failed.set(getId(kind, record.name), error);
      return undefined;
    }
  }
}

function getId(kind: TriggerKind, name: string): string {
  return kind === 'flow' ? `${ofFlow}${name}` : name;
}

/** The name of an entity of the kind; undefined for an id of the other kind. */
function findName(kind: TriggerKind, id: string): string | undefined {
  const isOfFlow = id.startsWith(ofFlow);
  if (isOfFlow !== (kind === 'flow')) return undefined;
  return isOfFlow ? id.slice(ofFlow.length) : id;
}

function inOrder<Item>(items: [string, Item][]): Map<string, Item> {
  return new Map(items.sort(([a], [b]) => (a < b ? -1 : 1)));
}
