import type { Hint } from '../../problems/index.js';
import type { Finding } from '../rules/finding.js';
import type { SearchHit } from '../search/ranking.js';
import type { EntityRecord } from '../state/branch-state.js';
import type { Origin } from './origin.js';

/** A status condition, as Kubernetes defines it. */
export interface Condition {
  type: 'Ready' | 'Runnable' | 'Tested' | 'Reconciling' | 'Stalled';
  status: 'True' | 'False' | 'Unknown';
  /** CamelCase word. */
  reason: string;
  message: string;
  /** RFC 3339; moves only when `status` changes. */
  lastTransitionTime: string;
  observedRevision: string;
}

/** The kinds of things that entities need of the installation. */
type NeedType = 'secret' | 'key' | 'environment' | 'person' | 'setting' | 'program' | 'server' | 'consent';

/** Something that an entity needs and that is not here. */
export interface MissingNeed {
  need: NeedType;
  /** The entity that needs it: the entity itself, or one that it uses. */
  type: string;
  name: string;
  /** The environments in which it is missing; null stands for none; left out where it is missing everywhere. */
  environments?: readonly (string | null)[];
  message: string;
  /** The way to get it. */
  hint: Hint;
  /** Of a missing secret: the path to store it at, and the keys that are not there. */
  secret?: { path: string; keys: readonly string[] };
}

/** An entity that could not run, with what it lacks. */
export interface UnrunnableEntity {
  type: string;
  name: string;
  /** Not empty. */
  missing: readonly MissingNeed[];
}

export interface EntityName {
  kind: string;
  name: string;
}

export interface EntityStatus extends EntityName {
  conditions: readonly Condition[];
  /** The findings about the newest version; empty when it is in service. */
  findings: readonly Finding[];
}

/** A branch at a commit, parsed, validated and linked. Immutable; readers hold one for a request or a run. */
export interface Snapshot {
  readonly branch: string;
  /** The commit, or the content hash of a plain directory. */
  readonly revision: string;
  /** The entity in service: its newest valid version. */
  get(kind: string, name: string): EntityRecord | undefined;
  list(kind: string): readonly EntityRecord[];
  /**
   * The names of the entities whose version in service differs from that of another snapshot of the branch. Undefined where to
   * find them would cost as much as to list all.
   */
  changedNames(kind: string, from: Snapshot): Iterable<string> | undefined;
  /**
   * The last revision at which the entity and everything it refers to were ready; undefined when the versions in service
   * are those of this revision.
   */
  lastGood(kind: string, name: string): string | undefined;
  /** Also of entities that never were valid. */
  status(kind: string, name: string): EntityStatus | undefined;
  statuses(): Iterable<EntityStatus>;
  /** Entities whose newest version is not in service, up to `limit`. */
  unready(limit: number): readonly EntityName[];
  /** Paths of invalid files that define no entity, up to `limit`: `counts.invalid` has them too. */
  unreadyFiles(limit: number): readonly string[];
  /** The text of the file of the version in service, unchanged. */
  source(kind: string, name: string): string | undefined;
  /** The files of the version in service. */
  origin(kind: string, name: string): Origin | undefined;
  /** Entities that match all words of `query`, as a prefix or misspelt too, best first; also those that never were valid. */
  search(kind: string, query: string): Promise<readonly SearchHit[]>;
  /** All findings at `revision`. */
  readonly findings: readonly Finding[];
  /** The same, computed in several turns of the event loop: there may be tens of thousands. */
  readFindings(): Promise<readonly Finding[]>;
  /** `files` leaves out those of other tools. */
  readonly counts: { files: number; entities: number; invalid: number };
  /** The files that belong to other tools and are passed over → the tool. */
  readonly otherTools: ReadonlyMap<string, string>;
}

/** Gives readers their snapshot; the reconciler implements it. */
export interface Snapshots {
  /** Returns the current snapshot; waits for the first one. @throws Problem branch_not_found, git_failed */
  current(branch: string): Promise<Snapshot>;
  /** Returns the current snapshot after applying changes that the local source already sees, such as a commit made just before. */
  fresh(branch: string): Promise<Snapshot>;
  /** Returns the snapshot of an earlier revision; undefined when its files are no longer available. */
  at(branch: string, revision: string): Promise<Snapshot | undefined>;
}
