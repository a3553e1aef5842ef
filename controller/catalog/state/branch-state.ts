import type { JsonObject } from '../../../schemas/json/types.js';
import type { NonFile } from '../../git/trees/contract.js';
import type { Overlaid } from '../../sources/source/source.js';
import type { Decoded } from '../../yaml-edit/read/yaml-document.js';
import type { Analysis } from '../parse/analysis.js';
import type { EntityReference } from '../parse/kind-definition.js';
import type { LocatedFile } from '../parse/named-files.js';
import { Draft, LayeredMap } from './layered-map.js';

export type FileChanges = ReadonlyMap<string, FileEntry | undefined>;

/**
 * Adds the effect of an overlay to the files that changed: a file of the branch is hidden while the overlay defines the
 * same entity in another file, and counts again afterwards. Two files of one layer that define one entity both count.
 */
export function settleLayers(
  before: Pick<BranchState, 'files' | 'definers' | 'hidden'>,
  changes: FileChanges,
): { files: FileChanges; hidden: HiddenFiles } {
  const isLayered = before.hidden.isLayered || [...changes.values()].some((entry) => entry?.overlay);
  if (!isLayered) return { files: changes, hidden: before.hidden };

  const files = new Map(changes);
  const entries = new Draft(before.hidden.entries);
  const byEntity = new Draft(before.hidden.byEntity);
  const changed = new Map<EntityId, FileEntry[]>();
  for (const [path, entry] of changes) {
    entries.set(path, undefined);
    for (const previous of [before.files.get(path), before.hidden.entries.get(path), entry]) {
      const id = definedBy(previous);
      if (id !== undefined && !changed.has(id)) changed.set(id, []);
    }
    const id = definedBy(entry);
    if (entry && id !== undefined) changed.get(id)?.push(entry);
  }
  for (const [id, added] of changed) {
    const paths = [...(before.definers.get(id) ?? []), ...(before.hidden.byEntity.get(id) ?? [])];
    const others = paths.filter((path) => !changes.has(path));
    const old = others.flatMap((path) => before.files.get(path) ?? before.hidden.entries.get(path) ?? []);
    const hidden = place([...old, ...added], { before, files, entries });
    byEntity.set(id, hidden.length > 0 ? hidden.sort() : undefined);
  }
  return { files, hidden: { isLayered, entries: entries.finish(), byEntity: byEntity.finish() } };
}

function definedBy(entry: FileEntry | undefined): EntityId | undefined {
  return entry?.analysis.identity?.isInferred ? undefined : entry?.id;
}

interface Places {
  before: Pick<BranchState, 'files'>;
  files: Map<string, FileEntry | undefined>;
  entries: Draft<FileEntry>;
}

/** Sorts the files that define one entity into counting and hidden ones; returns the paths of the hidden ones. */
function place(definers: readonly FileEntry[], { before, files, entries }: Places): string[] {
  const isOver = definers.some(({ overlay }) => overlay);
  const hidden: string[] = [];
  for (const entry of definers) {
    const { path } = entry;
    const isHidden = isOver && !entry.overlay;
    entries.set(path, isHidden ? entry : undefined);
    if (isHidden) hidden.push(path);
    const current = files.has(path) ? files.get(path) : before.files.get(path);
    const visibleEntry = isHidden ? undefined : entry;
    if (current !== visibleEntry) files.set(path, visibleEntry);
  }
  return hidden;
}

/** The key of an entity: `<kind>/<name>`. Kinds have no slash. */
export type EntityId = string;

export function entityId(kind: string, name: string): EntityId {
  return `${kind}/${name}`;
}

/** The key of the files that seem to define an entity: they count while no file defines it. */
export function getInferredKey(id: EntityId): EntityId {
  return `?${id}`;
}

export function getEntityKind(id: EntityId): string {
  return id.slice(0, id.indexOf('/'));
}

export function getEntityName(id: EntityId): string {
  return id.slice(id.indexOf('/') + 1);
}

export interface FileEntry {
  readonly path: string;
  readonly blobId: string;
  readonly nonFile?: NonFile | undefined;
  readonly analysis: Analysis;
  /** The entity it defines; built once, because it is the key of many maps. */
  readonly id: EntityId | undefined;
  /** The texts it names. */
  readonly texts: readonly LocatedFile[];
  /** Set for a file of the overlay. */
  readonly overlay?: Overlaid | undefined;
}

export interface TextFile {
  readonly blobId: string;
  /** Undefined while no entity names the text. */
  readonly content: Decoded | undefined;
  /** Set for a file of the overlay. */
  readonly overlay?: Overlaid | undefined;
}

export interface EntityState {
  /** The version in service. */
  readonly served: FileRecord | undefined;
  /** The file that defines the entity, or did so before it became unreadable. */
  readonly home: string;
  /** RFC 3339: when Ready last changed. */
  readonly since: string;
  /** The last revision at which the entity was ready; undefined while it is, and if it never was. */
  readonly lastGood?: string | undefined;
  /** The version in service breaks a rule that came with an upgrade; the first version of svc that refuses it. */
  readonly toleratedUntil?: string | undefined;
}

/** Files of the branch that do not count, because the overlay defines the same entity in another file. */
export interface HiddenFiles {
  /** True once a file came from an overlay; other branches skip the search for hidden files. */
  readonly isLayered: boolean;
  /** By path. */
  readonly entries: LayeredMap<FileEntry>;
  /** Sorted paths, by the entity they define. */
  readonly byEntity: LayeredMap<readonly string[]>;
}

const nothing = LayeredMap.empty<never>();
export const noneHidden: HiddenFiles = { isLayered: false, entries: nothing, byEntity: nothing };

/** The state of a branch at a revision. Immutable; the next state shares the unchanged parts. */
export interface BranchState {
  readonly files: LayeredMap<FileEntry>;
  readonly hidden: HiddenFiles;
  /** By path, texts that no entity names included. */
  readonly texts: LayeredMap<TextFile>;
  /** Files that name a text, by the path of the text, which need not exist. */
  readonly users: LayeredMap<LayeredMap<true>>;
  /** Sorted files that define an entity; more than one is an error. */
  readonly definers: LayeredMap<readonly string[]>;
  /** Sorted files that make the same claim. */
  readonly holders: LayeredMap<readonly string[]>;
  /** Files that refer to an entity, which need not exist. */
  readonly referrers: LayeredMap<LayeredMap<true>>;
  /** By kind, then by id. */
  readonly entities: ReadonlyMap<string, LayeredMap<EntityState>>;
  readonly notReady: LayeredMap<true>;
  /** Entities that pass something to another one that it does not take, or ignores. */
  readonly misusing: LayeredMap<true>;
  /** Unreadable files → the entity they defined last, which stays in service. */
  readonly orphans: LayeredMap<EntityId>;
  /** Files with findings or with comments that silence findings. */
  readonly flawed: LayeredMap<true>;
  /** Invalid files without an identity. */
  readonly broken: LayeredMap<true>;
  /** Files that belong to other tools → the tool. */
  readonly others: LayeredMap<string>;
  /** Symbolic links and submodules. */
  readonly nonFiles: LayeredMap<true>;
  /** True for an entity that references may name although the branch does not define it. */
  readonly isElsewhere: (id: EntityId) => boolean;
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
  misusing: LayeredMap.empty(),
  orphans: LayeredMap.empty(),
  flawed: LayeredMap.empty(),
  broken: LayeredMap.empty(),
  others: LayeredMap.empty(),
  nonFiles: LayeredMap.empty(),
  isElsewhere: () => false,
};

export function findEntity(state: Pick<BranchState, 'entities'>, id: EntityId): EntityState | undefined {
  return state.entities.get(getEntityKind(id))?.get(id);
}

export function identityId({ identity }: Pick<Analysis, 'identity'>): EntityId | undefined {
  return identity && entityId(identity.kind, identity.name);
}

/** A text file of the branch that an entity names. */
export interface Attachment {
  readonly path: string;
  readonly blobId: string;
  readonly text: string;
}

/** An entity, parsed and validated from one blob, with the texts it names. Immutable. */
export interface EntityRecord {
  readonly kind: string;
  readonly name: string;
  /** Path of the file in its source. */
  readonly path: string;
  /** Git blob id (SHA-1, hex) of the file's bytes. */
  readonly blobId: string;
  /** The commit (or content revision) this version was applied from. */
  readonly revision: string;
  /** The text of the file. */
  readonly text: string;
  readonly definition: JsonObject;
  readonly references: readonly EntityReference[];
  /** The texts in files, by field; `findText` finds a text in either place. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** The result of the kind's `compile`, such as a flow's plan. */
  readonly compiled: unknown;
}

/** An entity whose newest version is invalid, held at its last good one. Survives restarts. */
export interface HeldEntity {
  kind: string;
  name: string;
  path: string;
  blobId: string;
  revision: string;
  /** The file's text, because Git may have dropped the blob. */
  content: string;
  /** The last revision at which the entity was ready; left out when `revision` is that one. */
  lastGood?: string;
  /** As that of `EntityState`. */
  toleratedUntil?: string;
  /** As `EntityRecord.attachments`; left out when there are none. */
  attachments?: Readonly<Record<string, Attachment>>;
}

/** The text of a field of an entity, from the definition or from the file that the entity names instead. */
export function findEntityText(
  { definition, attachments }: Pick<EntityRecord, 'definition' | 'attachments'>,
  field: string,
): string | undefined {
  const text = definition[field];
  return typeof text === 'string' ? text : attachments.get(field)?.text;
}

/** The definition with every text in its field instead of in a file. */
export function completeDefinition(record: Pick<EntityRecord, 'definition' | 'attachments'>): JsonObject {
  const { definition, attachments } = record;
  if (attachments.size === 0) return definition;
  const texts = [...attachments].map(([field, { text }]) => [field, text]);
  return { ...Object.fromEntries(texts), ...definition };
}

export function sameTexts(
  one: ReadonlyMap<string, Attachment>,
  other: ReadonlyMap<string, Attachment>,
): boolean {
  return (
    one.size === other.size && [...one].every(([field, { blobId }]) => other.get(field)?.blobId === blobId)
  );
}

/** The version of an entity that a file defines. Holds the file's text, because Git may drop the blob. */
export class FileRecord implements EntityRecord {
  readonly path: string;
  readonly blobId: string;
  readonly revision: string;
  readonly attachments: ReadonlyMap<string, Attachment>;

  /** @param analysis of a file with an identity */
  constructor(
    private readonly analysis: Analysis,
    version: Pick<EntityRecord, 'path' | 'blobId' | 'revision' | 'attachments'>,
  ) {
    this.path = version.path;
    this.blobId = version.blobId;
    this.revision = version.revision;
    this.attachments = version.attachments;
  }

  get kind(): string {
    return this.analysis.identity?.kind ?? '';
  }

  get name(): string {
    return this.analysis.identity?.name ?? '';
  }

  get text(): string {
    return this.analysis.text;
  }

  get definition(): JsonObject {
    return this.analysis.content?.definition ?? {};
  }

  get references(): readonly EntityReference[] {
    return this.analysis.references;
  }

  get compiled(): unknown {
    const { content } = this.analysis;
    if (this.attachments.size === 0) return content?.compiled;
    const blobs = [...this.attachments].map(([field, { blobId }]) => `${field} ${blobId}`).join(' ');
    const texts = () => Object.fromEntries([...this.attachments].map(([holds, { text }]) => [holds, text]));
    return content?.compiledWith(blobs, texts);
  }

  movedTo(path: string, attachments: FileRecord['attachments']): FileRecord {
    return new FileRecord(this.analysis, { ...this, path, attachments });
  }
}
