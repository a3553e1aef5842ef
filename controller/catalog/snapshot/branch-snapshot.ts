import { byPlace, compare, type Finding } from '../rules/finding.js';
import type { SearchHit } from '../search/ranking.js';
import type { Searches } from '../search/searches.js';
import {
  type BranchState,
  type EntityId,
  type EntityRecord,
  emptyState,
  entityId,
  findEntity,
  getEntityKind,
  getEntityName,
} from '../state/branch-state.js';
import { LayeredMap } from '../state/layered-map.js';
import { type Facts, findDefiner, getFacts } from '../state/readiness.js';
import type { EntityName, EntityStatus, Snapshot } from './contract.js';
import { allFindings, readFindings } from './findings.js';
import { getLinking, linkFindings, ownFindings } from './link-findings.js';
import { servesNewest } from './newest-version.js';
import { getOrigin, type Origin } from './origin.js';

/** Most references that are followed to find the cause of an unready entity. */
const maxChain = 1_000;

/** A branch at a revision. Lists and findings are computed on access. */
export class BranchSnapshot implements Snapshot {
  readonly #facts: Facts;
  readonly #lists = new Map<string, readonly EntityRecord[]>();
  #everything: readonly Finding[] | undefined;

  constructor(
    readonly branch: string,
    readonly revision: string,
    readonly state: BranchState,
    private readonly searches: Searches,
  ) {
    this.#facts = getFacts(state);
  }

  get counts(): Snapshot['counts'] {
    const { files, nonFiles, others, entities, notReady, broken, orphans } = this.state;
    const total = [...entities.values()].reduce((sum, ofKind) => sum + ofKind.size, 0);
    return {
      files: files.size - nonFiles.size - others.size,
      entities: total,
      invalid: notReady.size + broken.size - orphans.size,
    };
  }

  get otherTools(): ReadonlyMap<string, string> {
    return new Map(this.state.others.entries());
  }

  get(kind: string, name: string): EntityRecord | undefined {
    return findEntity(this.state, entityId(kind, name))?.served;
  }

  /** Sorted by name. */
  list(kind: string): readonly EntityRecord[] {
    let list = this.#lists.get(kind);
    if (!list) {
      const states = [...(this.state.entities.get(kind)?.values() ?? [])];
      const records = states.flatMap(({ served }) => (served ? [served] : []));
      list = records.sort((a, b) => compare(a.name, b.name));
      this.#lists.set(kind, list);
    }
    return list;
  }

  changedNames(kind: string, from: Snapshot): Iterable<string> | undefined {
    if (!(from instanceof BranchSnapshot)) return undefined;
    const before = from.state.entities.get(kind);
    const now = this.state.entities.get(kind);
    if (before === now) return [];
    if (!before || !now || !before.isNear(now)) return undefined;
    const changed = [...before.differencesTo(now)].filter((each) => each.from?.served !== each.to?.served);
    return changed.map(({ key }) => getEntityName(key as EntityId));
  }

  lastGood(kind: string, name: string): string | undefined {
    const id = entityId(kind, name);
    if (!this.state.notReady.has(id)) return undefined;
    const { served, lastGood = served?.revision } = findEntity(this.state, id) ?? {};
    if (!served) return undefined;
    return lastGood === this.revision || servesNewest(this.state, this.#facts, id) ? undefined : lastGood;
  }

  status(kind: string, name: string): EntityStatus | undefined {
    const id = entityId(kind, name);
    const entity = findEntity(this.state, id);
    if (!entity) return undefined;
    const ready = !this.state.notReady.has(id);
    const findings = ready ? [] : this.#getFindings(id);
    const { reason, message } = ready
      ? { reason: 'Applied', message: `${entity.home} is in service` }
      : this.#getReason(id, findings);
    const isTolerated = !ready && this.#isTolerated(id);
    const stays = isTolerated
      ? `this rule is new; the version stays in service until svc ${entity.toleratedUntil}, fix it before`
      : 'the last good version stays in service';
    const condition = {
      type: 'Ready',
      status: ready ? 'True' : 'False',
      reason: isTolerated ? 'RuleNewInVersion' : reason,
      message: ready || !entity.served ? message : `${message}; ${stays}`,
      lastTransitionTime: entity.since,
      observedRevision: this.revision,
    } as const;
    return { kind, name, conditions: [condition], findings };
  }

  *statuses(): Iterable<EntityStatus> {
    for (const ofKind of this.state.entities.values()) {
      for (const id of ofKind.keys()) {
        const status = this.status(getEntityKind(id), getEntityName(id));
        if (status) yield status;
      }
    }
  }

  unready(limit: number): EntityName[] {
    const names: EntityName[] = [];
    for (const id of this.state.notReady.keys()) {
      if (names.length === limit) break;
      names.push({ kind: getEntityKind(id), name: getEntityName(id) });
    }
    return names;
  }

  unreadyFiles(limit: number): string[] {
    const paths: string[] = [];
    for (const path of this.state.broken.keys()) {
      if (paths.length === limit) break;
      if (this.state.orphans.get(path) === undefined) paths.push(path);
    }
    return paths;
  }

  source(kind: string, name: string): string | undefined {
    return findEntity(this.state, entityId(kind, name))?.served?.text;
  }

  origin(kind: string, name: string): Origin | undefined {
    const record = findEntity(this.state, entityId(kind, name))?.served;
    return record && getOrigin(this.state, record);
  }

  search(kind: string, query: string): Promise<readonly SearchHit[]> {
    const entities = this.state.entities.get(kind) ?? LayeredMap.empty();
    return this.searches.search(this.branch, kind, entities, query);
  }

  /** True when the newest version is in service although a rule that came with an upgrade refuses it. */
  #isTolerated(id: EntityId): boolean {
    const { served, toleratedUntil } = findEntity(this.state, id) ?? {};
    return toleratedUntil !== undefined && findDefiner(this.#facts, id)?.blobId === served?.blobId;
  }

  /** Sorted by file and line. */
  get findings(): readonly Finding[] {
    this.#everything ??= allFindings(this.state, this.#facts, true);
    return this.#everything;
  }

  async readFindings(): Promise<readonly Finding[]> {
    this.#everything ??= await readFindings(this.state, this.#facts);
    return this.#everything;
  }

  #getFindings(id: EntityId): Finding[] {
    const home = this.#facts.unreadableHome(id);
    const paths = home === undefined ? this.#facts.definers(id) : [home];
    return [
      ...paths.flatMap((path) => ownFindings(this.#facts, path)),
      ...linkFindings(getLinking(this.state, this.#facts), id),
    ].sort(byPlace);
  }

  #getReason(id: EntityId, findings: readonly Finding[]): { reason: string; message: string } {
    const errors = findings.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (!first) return { reason: 'DependencyNotReady', message: this.#dependencyMessage(id) };
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    const message = `${first.file}:${first.line}:${first.column}: ${first.message}${more}`;
    if (errors.some(({ rule }) => rule.startsWith('duplicate-'))) return { reason: 'Duplicate', message };
    // In a valid file, such an error lies between files.
    const isLink = findDefiner(this.#facts, id)?.analysis.valid ?? false;
    const onlyReferences = isLink && errors.every(({ rule }) => rule.startsWith('reference-'));
    return { reason: onlyReferences ? 'ReferenceNotFound' : 'Invalid', message };
  }

  /** Names the reference, and the nearest entity behind it that has an error of its own, with that error. */
  #dependencyMessage(id: EntityId): string {
    const firstStep = new Map<EntityId, EntityId>();
    const queue: EntityId[] = [id];
    for (const at of queue) {
      for (const target of this.#unreadyReferences(at)) {
        if (target === id || firstStep.has(target) || queue.length > maxChain) continue;
        const direct = firstStep.get(at) ?? target;
        firstStep.set(target, direct);
        queue.push(target);
        const cause = this.#getFindings(target).find(({ severity }) => severity === 'error');
        if (!cause) continue;
        const via = target === direct ? '' : `, by way of ${describe(target)}`;
        const place = `${cause.file}:${cause.line}:${cause.column}`;
        return `uses ${describe(direct)}, which is not ready${via}: ${place}: ${cause.message}`;
      }
    }
    const [direct] = firstStep.values();
    return `uses ${describe(direct ?? id)}, which is not ready`;
  }

  #unreadyReferences(id: EntityId): EntityId[] {
    const references = findDefiner(this.#facts, id)?.analysis.references ?? [];
    return references
      .map(({ kind, name }) => entityId(kind, name))
      .filter((target) => this.state.notReady.has(target));
  }
}

function describe(id: EntityId): string {
  return `${getEntityKind(id)} \`${getEntityName(id)}\``;
}

/** The state behind a snapshot. @throws Error for a snapshot of another implementation */
export function getSnapshotState(snapshot: Snapshot): BranchState {
  if (snapshot instanceof BranchSnapshot) return snapshot.state;
  throw new Error('The snapshot was not made by this catalog.');
}

export interface ReadinessChange {
  kind: string;
  name: string;
  isReady: boolean;
}

/** The entities whose readiness differs between two snapshots of a branch; costs as much as they differ. */
export function readinessChanges(before: Snapshot | undefined, after: Snapshot): ReadinessChange[] {
  const was: Pick<BranchState, 'notReady'> = before ? getSnapshotState(before) : emptyState;
  const is = getSnapshotState(after);
  return [...was.notReady.differencesTo(is.notReady)].flatMap(({ key, to }) => {
    const [kind, name] = [getEntityKind(key), getEntityName(key)];
    // A deleted entity is neither ready nor not ready.
    const isThere = to !== undefined || is.entities.get(kind)?.has(key) === true;
    return isThere ? [{ kind, name, isReady: to === undefined }] : [];
  });
}
