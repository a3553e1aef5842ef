import type { Json, JsonObject } from '../../schemas/json.js';
import type { SourceFile, TreeChange } from '../sources/contract.js';

export type Severity = 'error' | 'warning' | 'hint';

/** One thing the validation engine found. Lines and columns count from 1, columns in UTF-16 units. */
export interface Finding {
  rule: string;
  severity: Severity;
  /** Path inside the repository or as the caller gave it, with forward slashes. */
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** JSON pointer of the node, `''` for the document. */
  pointer: string;
  message: string;
  hint?: string;
}

/** What a kind's own checks say; the engine turns the pointer into a place. */
export interface PointedFinding {
  rule: string;
  severity: Severity;
  pointer: string;
  /** The finding is about the last name in `pointer`, not about the value it has. */
  at?: 'name';
  /** Offset into the string value at `pointer`. */
  offset?: number;
  message: string;
  hint?: string;
}

/** A field whose value names another entity. `*` in the pointer stands for every member or item. */
export interface ReferenceRule {
  pointer: string;
  /** The kind that is named, or the member beside the name that says it. */
  kind: string | { beside: string };
  /** The member beside the name that says what the other entity must offer. */
  needs?: string;
  /** Where the name is only a part of the value: gives the name, or undefined when the value refers to nothing. */
  nameOf?: (value: Json) => string | undefined;
  /** The keys of the object at `pointer` are the names. */
  keys?: true;
}

/** A field that may name a text file instead of holding the text itself: `file` for `body`. */
export interface AttachmentRule {
  /** The field with the path. */
  field: string;
  /** The field whose text the file holds. */
  holds: string;
  /** What is wrong with the text, for the definition that names it; asked once a text. */
  check?(text: string, definition: JsonObject): TextFault | undefined;
}

export interface TextFault {
  rule: string;
  /** Offset into the text. */
  offset: number;
  message: string;
  hint?: string;
}

export interface SchemaError {
  rule: string;
  pointer: string;
  /** The error is about the last name in `pointer`, not about the value it has. */
  at?: 'name';
  message: string;
  hint?: string;
}

/** A kind of entity: one registration, over one schema file. */
export interface KindDefinition {
  kind: string;
  plural: string;
  /** Compiled ahead of time from `schemas/<kind>.schema.json`; all findings at once, the most telling only. */
  validate(definition: JsonObject): SchemaError[];
  references: readonly ReferenceRule[];
  /** The kinds that `compile` may find named besides. */
  names?: readonly string[];
  attachments?: readonly AttachmentRule[];
  /** A value that at most one entity of the kind may have, such as being the default. */
  exclusive?: readonly { pointer: string; value: Json; message: string }[];
  /** What references may ask of an entity besides its being there: a connection's actions. Undefined when not known. */
  offers?(definition: JsonObject): ReadonlySet<string> | undefined;
  /**
   * Checks beyond the schema, and what the runtime needs of the entity, built once per blob (a flow's plan).
   * Called for definitions that break the schema too: what it finds at places the schema has nothing to say about is
   * told with the rest, and nothing else of it is used.
   */
  compile?(definition: JsonObject): {
    compiled?: unknown;
    findings: PointedFinding[];
    references?: EntityReference[];
  };
}

export interface EntityReference {
  kind: string;
  name: string;
  /** Where in the referring document. */
  pointer: string;
  /** What the other entity must offer. */
  needs?: string;
  /** Where that is said, when not at `pointer`. */
  needsAt?: string;
}

/** A text file of the branch that an entity names. */
export interface Attachment {
  readonly path: string;
  readonly blobId: string;
  readonly text: string;
}

/** One entity as parsed and validated from one blob, with the texts it names. Immutable. */
export interface EntityRecord {
  readonly kind: string;
  readonly name: string;
  /** Path of the file in its source. */
  readonly path: string;
  /** Git blob id (SHA-1, hex) of the file's bytes. */
  readonly blobId: string;
  /** The commit (or content revision) this version was applied from. */
  readonly revision: string;
  readonly definition: JsonObject;
  readonly references: readonly EntityReference[];
  /** The texts in files, by the field they are the text of; `textOf` finds a text wherever it is. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** What the kind's `compile` built: a flow's plan. */
  readonly compiled: unknown;
}

/** A file, and what it hides where an overlay lies over the branch. */
export interface FileOrigin {
  path: string;
  blobId: string;
  /** Whether it is a file of the overlay. */
  isOverlay: boolean;
  /** Files below that do not count because of it. */
  hides: readonly { path: string; blobId: string }[];
}

/** Where the version of an entity that is in service comes from. */
export interface Origin extends FileOrigin {
  /** False when the newest version is not valid. */
  isNewest: boolean;
  /** By the field whose text the file holds. */
  texts: ReadonlyMap<string, FileOrigin>;
}

/** A status condition as Kubernetes has them. */
export interface Condition {
  type: 'Ready' | 'Reconciling' | 'Stalled';
  status: 'True' | 'False' | 'Unknown';
  /** CamelCase word. */
  reason: string;
  message: string;
  /** RFC 3339; moves only when `status` changes. */
  lastTransitionTime: string;
  observedRevision: string;
}

export interface EntityStatus {
  kind: string;
  name: string;
  conditions: readonly Condition[];
  /** What is wrong with the newest version; empty when it was applied. */
  findings: readonly Finding[];
}

/** An entity that a search has found. */
export interface SearchHit {
  name: string;
  /** Higher is better; comparable within one search only. */
  score: number;
  /** The words of the entity that were taken for those asked for, in small letters without accents. */
  terms: readonly string[];
}

/** One branch at one commit, parsed, validated, linked. Immutable; readers hold one for a request or a run. */
export interface Snapshot {
  readonly branch: string;
  /** The commit, or the content hash of a plain directory. */
  readonly revision: string;
  /** Entities that are in service: the newest valid version of each. */
  get(kind: string, name: string): EntityRecord | undefined;
  list(kind: string): readonly EntityRecord[];
  /** Also for entities that never were valid. */
  status(kind: string, name: string): EntityStatus | undefined;
  statuses(): Iterable<EntityStatus>;
  /** The file of the version in service, byte for byte. */
  source(kind: string, name: string): string | undefined;
  /** Where the version in service comes from. */
  origin(kind: string, name: string): Origin | undefined;
  /** Entities with all the words of `query`, perhaps longer or misspelt, best first; also those that never were valid. */
  search(kind: string, query: string): Promise<readonly SearchHit[]>;
  /** All findings at `revision`. */
  readonly findings: readonly Finding[];
  readonly counts: { files: number; entities: number; invalid: number };
}

/** Where readers get their snapshot from; the reconciler is one. */
export interface Snapshots {
  /** The current snapshot; waits for the first one. @throws Problem branch_not_found, git_failed */
  current(branch: string): Promise<Snapshot>;
  /** As `current`, after applying what a local source can already tell has changed: a commit made a moment ago counts. */
  fresh(branch: string): Promise<Snapshot>;
}

export type ReadBlobs = (blobIds: readonly string[]) => Promise<Map<string, Uint8Array>>;

/** An entity whose newest version is invalid, held at its last good one. Survives restarts. */
export interface HeldEntity {
  kind: string;
  name: string;
  path: string;
  blobId: string;
  revision: string;
  /** The file's text, because its blob may be gone. */
  content: string;
  /** As `EntityRecord.attachments`; left out when there are none. */
  attachments?: Readonly<Record<string, Attachment>>;
}

/** What became of one entity between two snapshots, as far as it is in service. */
export interface EntityChange {
  kind: string;
  name: string;
  /** A move to another file alone is an update. */
  change: 'created' | 'updated' | 'deleted';
  /** Where it is; of one that is deleted, where it was. */
  path: string;
  /** Where it was, if that was elsewhere. */
  previousPath?: string;
}

/** Files → snapshots. Parsed and validated results are cached by blob id, so branches share the work. */
export interface Catalog {
  /** A first snapshot from a whole tree; `held` are the last good versions known from before a restart. */
  load(input: {
    branch: string;
    revision: string;
    files: readonly SourceFile[];
    read: ReadBlobs;
    held?: readonly HeldEntity[];
  }): Promise<Snapshot>;
  /** The next snapshot: cost grows with the change; with all the files in place of the changes, with their number. */
  advance(
    previous: Snapshot,
    input: { revision: string; read: ReadBlobs } & (
      | { changes: readonly TreeChange[] }
      | { files: readonly SourceFile[] }
    ),
  ): Promise<Snapshot>;
  /** The entities a snapshot serves in an older version than the one at its revision. */
  held(snapshot: Snapshot): HeldEntity[];
  /** What came into service, changed there or went out of it; costs by what differs. */
  differences(before: Snapshot, after: Snapshot): EntityChange[];
}
