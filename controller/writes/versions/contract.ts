import type { JsonObject } from '../../../schemas/json/types.js';
import type { Author } from '../../git/index.js';
import type { ValueChange } from '../../yaml-edit/compare/changes-between.js';
import type { EntityChange } from '../edits/contract.js';

/** An entity, which may be deleted by now. */
export interface EntityAddress {
  branch: string;
  type: string;
  name: string;
}

/** The branches that a caller may read besides the one that is addressed. */
export interface ReadScope {
  /** True if the caller may read all commits of the repository; otherwise those of the readable branches. */
  all: boolean;
  mayRead(branch: string): boolean;
}

export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed';

/** One commit that changed the file of an entity, or a text file that the entity names. */
export interface EntityVersion {
  commitHash: string;
  author: Author;
  /** RFC 3339, UTC. */
  committedAt: string;
  message: string;
  change: ChangeKind;
  path: string;
  /** The earlier path of a renamed file. */
  previousPath?: string;
  /** The text files that it changed. */
  texts?: readonly string[];
}

export interface PageRequest {
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
}

export interface VersionPage {
  items: EntityVersion[];
  /** Undefined at the end. */
  next: string | undefined;
}

/** One side of a comparison: a commit, and the file that defined the entity in it. */
interface VersionSide {
  /** Null if the entity has no earlier version to compare with. */
  commitHash: string | null;
  /** Null if the entity did not exist. */
  path: string | null;
}

export interface VersionDiff {
  from: VersionSide;
  to: VersionSide;
  /** As `git diff` shows it; empty if the files are the same. */
  patch: string;
  /** The differences of the definitions; null if one of the files cannot be read. */
  changes: readonly ValueChange[] | null;
}

/** An entity as of a commit. */
export interface EntityAt {
  commitHash: string;
  path: string;
  blobId: string;
  /** The content of the file; bytes that are not UTF-8 are replaced. */
  text: string;
  /** Null if the file cannot be read. */
  definition: JsonObject | null;
  /** The text files that it names, by the field that each one fills. */
  texts: Readonly<Record<string, { path: string; text: string }>>;
}

/** The change that restores an entity as of a commit. */
export interface Restoration {
  change: EntityChange;
  /** The default commit message. */
  message: string;
}

/** Earlier versions of entities. A revision is `HEAD`, a commit id or its beginning, or a branch; with `~2` or `^` behind it. */
export interface Versions {
  /** Lists the newest versions first, through renames and merges; also those of a deleted entity. @throws Problem entity_not_found */
  history(address: EntityAddress, page: PageRequest): Promise<VersionPage>;
  /**
   * @param range `to` is the tip by default, `from` the version before that of `to`
   * @throws Problem commit_not_found, entity_not_found if neither side has the entity
   */
  diff(
    address: EntityAddress,
    range: { from?: string | undefined; to?: string | undefined },
    readScope: ReadScope,
  ): Promise<VersionDiff>;
  /** @throws Problem commit_not_found, entity_not_found */
  at(address: EntityAddress, revision: string, readScope: ReadScope): Promise<EntityAt>;
  /** @throws Problem commit_not_found, entity_not_found if it exists neither then nor now, entity_invalid */
  restoration(address: EntityAddress, revision: string, readScope: ReadScope): Promise<Restoration>;
}
