import type { JsonObject } from '../../../schemas/json.js';
import type { Author, ChangeKind } from '../../repository/index.js';
import type { ValueChange } from '../compare/index.js';
import type { EntityChange } from '../intents.js';

/** Whose versions; the entity may be gone by now. */
export interface EntityAddress {
  branch: string;
  type: string;
  name: string;
}

/** What a caller may look at besides the branch that is addressed. */
export interface Sight {
  /** All commits of the repository may be looked at; else only those of branches that may. */
  all: boolean;
  mayRead(branch: string): boolean;
}

/** One commit that touched the file of an entity, or a text beside it. */
export interface EntityVersion {
  commitHash: string;
  author: Author;
  /** RFC 3339, UTC. */
  committedAt: string;
  message: string;
  change: ChangeKind;
  path: string;
  /** Where a renamed file was before. */
  previousPath?: string;
  /** The texts in files of their own that it touched. */
  texts?: readonly string[];
}

export interface VersionPage {
  items: EntityVersion[];
  /** Passed back as `after`; undefined at the end. */
  next: string | undefined;
}

/** One side of a comparison: a commit, and the file that defined the entity there. */
export interface VersionSide {
  commitHash: string;
  /** Null where the entity was not there. */
  path: string | null;
}

export interface VersionDiff {
  from: VersionSide;
  to: VersionSide;
  /** As `git diff` shows it; empty when the files are the same. */
  patch: string;
  /** What the definitions say differently; null where one of the files cannot be read. */
  changes: readonly ValueChange[] | null;
}

/** An entity as a commit has it. */
export interface EntityAt {
  commitHash: string;
  path: string;
  blobId: string;
  /** The file, byte for byte but for what is no UTF-8. */
  text: string;
  /** Null where the file cannot be read. */
  definition: JsonObject | null;
  /** The texts in files of their own, by the field they are the text of. */
  texts: Readonly<Record<string, { path: string; text: string }>>;
}

/** The write that makes an entity what it was at a commit. */
export interface Restoration {
  change: EntityChange;
  /** The commit message, unless the caller has a better one. */
  message: string;
}

/** What entities were. A revision is `HEAD`, a commit id, the beginning of one, or a branch; with `~2` or `^` behind it. */
export interface Versions {
  /** The newest first, through renames; also of an entity that is deleted. @throws Problem entity_not_found */
  history(address: EntityAddress, page: { limit: number; after?: string | undefined }): Promise<VersionPage>;
  /**
   * @param range without `to` the tip, without `from` the version before that of `to`
   * @throws Problem commit_not_found, entity_not_found when it is at neither side
   */
  diff(
    address: EntityAddress,
    range: { from?: string | undefined; to?: string | undefined },
    sight: Sight,
  ): Promise<VersionDiff>;
  /** @throws Problem commit_not_found, entity_not_found */
  at(address: EntityAddress, revision: string, sight: Sight): Promise<EntityAt>;
  /** @throws Problem commit_not_found, entity_not_found when it is neither there nor here, entity_invalid */
  restoration(address: EntityAddress, revision: string, sight: Sight): Promise<Restoration>;
}
