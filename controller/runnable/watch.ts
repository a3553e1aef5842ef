import { type EntityRecord, entityId, getReferrers, type Snapshot } from '../catalog/index.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import { type Need, referencesIn } from './needs.js';
import type { Judgement } from './runnable.js';

/** Kinds that need something themselves, or by way of what they use. */
const kinds = ['connection', 'flow', 'script', 'trigger', 'skill', 'cache-policy'] as const;

interface Named {
  kind: string;
  name: string;
}

/**
 * Keeps the entities of one branch whose needs are not met. A change of the installation costs as much as entities need what
 * has changed, and a commit as much as it changes.
 */
export class BranchWatch {
  #snapshot: Snapshot | undefined;
  #environments = '';
  /** The entities with needs of their own. */
  readonly #needs = new Map<string, { entity: Named; keys: readonly string[] }>();
  /** By key of a need, the ids of the entities that have it. */
  readonly #users = new Map<string, Set<string>>();
  /** Entities that lack something themselves. */
  readonly #lacking = new Map<string, Named>();
  readonly #unrunnable = new Map<string, Named>();
  /** The keys of needs that wait to be looked at again. */
  readonly #changedKeys = new Set<string>();
  /** Changes are looked at one after another. */
  #turn: Promise<void> = Promise.resolve();

  /** @param changed is called when other entities than before lack something */
  constructor(
    private readonly judgement: Judgement,
    private readonly changed: (entities: ReadonlyMap<string, Named>, snapshot: Snapshot) => void,
  ) {}

  /** The entities that lack something, themselves or by way of what they use, by id; changes as time goes on. */
  get unrunnable(): ReadonlyMap<string, Named> {
    return this.#unrunnable;
  }

  /** Resolves when everything that has changed before is looked at. */
  settled(): Promise<void> {
    return this.#turn;
  }

  /** Looks at what a new snapshot changes. @param environments what the environments of the branch say */
  follow(snapshot: Snapshot, environments: string, report: (error: unknown) => void): void {
    this.#enqueue(async () => {
      const before = environments === this.#environments ? this.#snapshot : undefined;
      this.#snapshot = snapshot;
      this.#environments = environments;
      const changed: Named[] = [];
      let isWhole = before === undefined;
      for (const kind of kinds) {
        const names = before && snapshot.changedNames(kind, before);
        isWhole ||= names === undefined;
        const all = [...(names ?? this.#getAllNames(snapshot, kind))];
        await this.#read(snapshot, kind, all);
        if (!isWhole) changed.push(...all.map((name) => ({ kind, name })));
      }
      await this.#collect(
        snapshot,
        isWhole ? [...this.#lacking.values(), ...this.#unrunnable.values()] : changed,
      );
    }, report);
  }

  /** Looks at the entities with these needs again. */
  recheck(keys: Iterable<string>, report: (error: unknown) => void): void {
    const isQueued = this.#changedKeys.size > 0;
    for (const key of keys) this.#changedKeys.add(key);
    // Changes that come faster than they are looked at wait together.
    if (isQueued) return;
    this.#enqueue(async () => {
      const changed = [...this.#changedKeys];
      this.#changedKeys.clear();
      const snapshot = this.#snapshot;
      if (snapshot === undefined) return;
      const ids = new Set(changed.flatMap((key) => [...(this.#users.get(key) ?? [])]));
      if (ids.size === 0) return;
      for (const id of ids) {
        if (isTurnOver()) await nextTurn();
        const entity = this.#needs.get(id)?.entity;
        const record = entity && snapshot.get(entity.kind, entity.name);
        if (record) this.#judge(id, snapshot, record);
      }
      await this.#collect(
        snapshot,
        [...ids].flatMap((id) => this.#needs.get(id)?.entity ?? []),
      );
    }, report);
  }

  #enqueue(look: () => Promise<void>, report: (error: unknown) => void): void {
    this.#turn = this.#turn.then(look).catch(report);
  }

  #getAllNames(snapshot: Snapshot, kind: string): Set<string> {
    const names = new Set(snapshot.list(kind).map(({ name }) => name));
    for (const { entity } of this.#needs.values()) if (entity.kind === kind) names.add(entity.name);
    return names;
  }

  async #read(snapshot: Snapshot, kind: string, names: Iterable<string>): Promise<void> {
    for (const name of names) {
      if (isTurnOver()) await nextTurn();
      const id = entityId(kind, name);
      const record = snapshot.get(kind, name);
      this.#forget(id);
      const keys = record ? this.judgement.getNeeds(snapshot, record).flatMap(getKeys) : [];
      if (record === undefined || keys.length === 0) continue;
      this.#needs.set(id, { entity: { kind, name }, keys });
      for (const key of keys) {
        const users = this.#users.get(key) ?? new Set();
        this.#users.set(key, users.add(id));
      }
      this.#judge(id, snapshot, record);
    }
  }

  #judge(id: string, snapshot: Snapshot, record: EntityRecord): void {
    if (this.judgement.lacks(snapshot, record))
      this.#lacking.set(id, { kind: record.kind, name: record.name });
    else this.#lacking.delete(id);
  }

  #forget(id: string): void {
    for (const key of this.#needs.get(id)?.keys ?? []) {
      const users = this.#users.get(key);
      users?.delete(id);
      if (users?.size === 0) this.#users.delete(key);
    }
    this.#needs.delete(id);
    this.#lacking.delete(id);
  }

  /** Judges entities and all that use them; costs as much as there are such entities. */
  async #collect(snapshot: Snapshot, roots: readonly Named[]): Promise<void> {
    const waiting = new Map(roots.map((each) => [entityId(each.kind, each.name), each]));
    let isChanged = false;
    // A map goes on with what is added while it is walked.
    for (const [id, entity] of waiting) {
      if (isTurnOver()) await nextTurn();
      const { kind, name } = entity;
      const { status, reason } = this.judgement.judge(snapshot, kind, name)?.condition ?? {};
      // One that has no version in service is counted as not ready.
      const isUnrunnable = status === 'False' && reason !== 'NotReady';
      isChanged ||= isUnrunnable !== this.#unrunnable.has(id);
      if (isUnrunnable) this.#unrunnable.set(id, entity);
      else this.#unrunnable.delete(id);
      for (const { kind: userKind, name: userName } of getReferrers(snapshot, kind, name)) {
        const user = entityId(userKind, userName);
        if (!waiting.has(user) && userKind !== 'environment')
          waiting.set(user, { kind: userKind, name: userName });
      }
    }
    // A list of all would make each change cost as much as there are such entities.
    if (isChanged) this.changed(this.#unrunnable, snapshot);
  }
}

/** Names what a need depends on, so that a change of it is found. */
function getKeys(need: Need): string[] {
  if (need.type === 'key') {
    const paths = referencesIn(need.config).flatMap(({ path }) => need.getPaths(path));
    return ['secret', ...paths.map(secretKey)];
  }
  if (need.type === 'consent') return ['secret', ...need.places.flatMap(({ paths }) => paths.map(secretKey))];
  if (need.type !== 'secret') return [need.type];
  return [need.type, ...need.places.flatMap(({ paths }) => paths.map(secretKey))];
}

export function secretKey(path: string): string {
  return `secret ${path}`;
}
