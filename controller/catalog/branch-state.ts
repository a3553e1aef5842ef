import type { Overlaid } from '../sources/contract.js';
import type { Analysis } from './analysis.js';
import type { LocatedFile } from './attachments.js';
import type { Decoded } from './decode.js';
import type { FileRecord } from './file-record.js';
import { LayeredMap } from './layered-map.js';

/** An entity as one word: `<kind>/<name>`. Kinds have no slash. */
export type EntityId = string;

export function entityId(kind: string, name: string): EntityId {
  return `${kind}/${name}`;
}

export function kindOf(id: EntityId): string {
  return id.slice(0, id.indexOf('/'));
}

export function nameOf(id: EntityId): string {
  return id.slice(id.indexOf('/') + 1);
}

export interface FileEntry {
  readonly path: string;
  readonly blobId: string;
  readonly analysis: Analysis;
  /** The entity it defines; made once, for it is the key of many maps. */
  readonly id: EntityId | undefined;
  /** The texts it names. */
  readonly texts: readonly LocatedFile[];
  /** Set when it is a file of the overlay. */
  readonly overlay?: Overlaid | undefined;
}

export interface TextFile {
  readonly blobId: string;
  /** Read only while an entity names it. */
  readonly content: Decoded | undefined;
  /** Set when it is a file of the overlay. */
  readonly overlay?: Overlaid | undefined;
}

export interface EntityState {
  /** The version in service. */
  readonly served: FileRecord | undefined;
  /** The file that defines the entity, or did before it could no longer be read. */
  readonly home: string;
  /** RFC 3339: when Ready last changed. */
  readonly since: string;
}

/** Files that are there and do not count, because the overlay defines the same entity in another file. */
export interface HiddenFiles {
  /** Whether any file has come from an overlay yet: other branches have no layers to settle. */
  readonly isLayered: boolean;
  /** By path. */
  readonly entries: LayeredMap<FileEntry>;
  /** Their paths, in order, by the entity they define. */
  readonly byEntity: LayeredMap<readonly string[]>;
}

export const noneHidden: HiddenFiles = {
  isLayered: false,
  entries: LayeredMap.empty(),
  byEntity: LayeredMap.empty(),
};

/** Everything known of one branch at one revision. Immutable; the next one shares what did not change. */
export interface BranchState {
  readonly files: LayeredMap<FileEntry>;
  /** Files that the overlay hides by defining what they define. */
  readonly hidden: HiddenFiles;
  /** By path; texts that no entity names too, so that one may. */
  readonly texts: LayeredMap<TextFile>;
  /** Files that name a text, whether it exists or not. */
  readonly users: LayeredMap<LayeredMap<true>>;
  /** Files that define an entity, in order; more than one is a fault. */
  readonly definers: LayeredMap<readonly string[]>;
  /** Files that hold an exclusive claim, in order. */
  readonly holders: LayeredMap<readonly string[]>;
  /** Files whose references name an entity, whether it exists or not. */
  readonly referrers: LayeredMap<LayeredMap<true>>;
  /** By kind, then by id. */
  readonly entities: ReadonlyMap<string, LayeredMap<EntityState>>;
  readonly notReady: LayeredMap<true>;
  /** Files that can no longer be read → the entity they last defined, which stays in service. */
  readonly orphans: LayeredMap<EntityId>;
  /** Files with findings, or with comments that silence some. */
  readonly flawed: LayeredMap<true>;
  /** Files with errors that do not even say which entity they define. */
  readonly broken: LayeredMap<true>;
  /** Links and submodules, which are no files. */
  readonly standIns: LayeredMap<true>;
}

export const emptyState: BranchState = {
  files: LayeredMap.empty(),
  hidden: noneHidden,
  texts: LayeredMap.empty(),
  users: LayeredMap.empty(),
  definers: LayeredMap.empty(),
  holders: LayeredMap.empty(),
  referrers: LayeredMap.empty(),
  entities: new Map(),
  notReady: LayeredMap.empty(),
  orphans: LayeredMap.empty(),
  flawed: LayeredMap.empty(),
  broken: LayeredMap.empty(),
  standIns: LayeredMap.empty(),
};

export function entityOf(state: Pick<BranchState, 'entities'>, id: EntityId): EntityState | undefined {
  return state.entities.get(kindOf(id))?.get(id);
}

export function identityId({ identity }: Pick<Analysis, 'identity'>): EntityId | undefined {
  return identity && entityId(identity.kind, identity.name);
}
