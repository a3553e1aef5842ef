import type { JsonObject } from '../../../schemas/json/types.js';
import {
  blobAt,
  type Catalog,
  isEntityFile,
  type KindDefinition,
  type NewestFile,
  pathLike,
  type Snapshot,
} from '../../catalog/index.js';
import { blobId, type FileChange, type PathScope } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { parseDefinition } from '../../yaml-edit/read/yaml-value.js';
import type { EntityChange } from './contract.js';
import { pointerToName, statedName } from './identity.js';

/** The characters that names of entities consist of; the schemas are more exact. */
const namePattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** A file that states which entity it defines. */
export interface EntityFile {
  path: string;
  type: string;
  name: string;
  definition: JsonObject;
}

/** Returns the entity that a file defines; undefined if it defines none, or cannot be read. */
export function entityIn(path: string, content: Uint8Array, limits: YamlLimits): EntityFile | undefined {
  if (!isEntityFile(path)) return undefined;
  const { definition } = parseDefinition(Buffer.from(content).toString('utf8'), limits);
  if (!definition) return undefined;
  const type = typeof definition['kind'] === 'string' ? definition['kind'] : 'flow';
  const name = statedName(type, definition);
  return typeof name === 'string' ? { path, type, name, definition } : undefined;
}

/** Returns the name of the entity that a change is about. @throws Problem entity_invalid if there is none, or it is not valid */
export function nameOfChange({ type, name, definition }: EntityChange): string {
  const pointer = pointerToName(type);
  const entityName = name ?? (definition && statedName(type, definition));
  if (typeof entityName !== 'string' || entityName === '') {
    const message = `a ${type} needs a name, at \`${pointer}\``;
    throw new Problem('entity_invalid', `The definition contains no name.`, {
      errors: [{ pointer, message }],
    });
  }
  if (!namePattern.test(entityName)) {
    const message = `\`${entityName.slice(0, 100)}\` is not a name`;
    throw new Problem('entity_invalid', `The name of the ${type} is not valid: ${message}.`, {
      errors: [{ pointer, message }],
      hints: ['Names consist of small letters, digits and `-`, and begin and end with a letter or digit.'],
    });
  }
  return entityName;
}

/** One file before and after a change. */
export interface FileEdit {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted' | 'unchanged';
  path: string;
  /** Undefined for a file that does not exist yet. */
  before: { blobId: string; text: string; etag: string; definition: JsonObject | undefined } | undefined;
  /** Undefined for a file that is deleted. */
  after: { text: string; definition: JsonObject } | undefined;
  /** True if the caller gave the whole definition: all faults in it count, even those that were there before. */
  isWhole: boolean;
  /** Text files beside it that change with it. */
  texts?: readonly TextEdit[];
}

/** One text file that an entity names, before and after a change. */
export interface TextEdit {
  path: string;
  /** The blob it is now; null for a file that does not exist yet. */
  base: string | null;
  content: Uint8Array;
  /** Its bytes now, once they were read. */
  before?: Uint8Array | undefined;
}

/** The content that a path is to get. */
export interface FileContent {
  path: string;
  /** The blob that the path holds right before; null for no file. */
  base: string | null;
  /** Null deletes the file. */
  content: Uint8Array | null;
}

export interface EditTools {
  kinds: ReadonlyMap<string, KindDefinition>;
  limits: YamlLimits;
  /** svc's part of the repository or directory; by default all of it. */
  folder?: SvcFolder;
}

interface SvcFolder {
  /** With a slash at its end. */
  prefix: string;
  scopeAt(snapshot: Snapshot): Promise<PathScope>;
}

/** The entity that a change is about, and the file that defines it now. */
export interface EditTarget {
  snapshot: Snapshot;
  kind: KindDefinition;
  name: string;
  file: NewestFile | undefined;
  /** svc's folder, with a slash at its end. */
  prefix: string;
}

export interface SnapshotTools {
  catalog: Pick<Catalog, 'advance' | 'textWith'>;
  read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>>;
}

/** Returns the files of an edit whose content changes. */
export function changedFiles({ path, before, after, texts = [] }: FileEdit): FileContent[] {
  const base = before?.blobId ?? null;
  const content = after ? Buffer.from(after.text) : null;
  const isSame = content !== null && base === blobId(content);
  return [...(isSame ? [] : [{ path, base, content }]), ...texts.map(({ before: _, ...text }) => text)];
}

/** Returns the branch with these files changed; its revision stays. */
export function withChanges(
  snapshot: Snapshot,
  files: readonly FileChange[],
  { catalog, read: readStored }: SnapshotTools,
): Promise<Snapshot> {
  const contents = new Map<string, Uint8Array>();
  const changes = files.map((file) => {
    const { path } = file;
    if ('blobId' in file) return { path, blobId: file.blobId };
    if (file.content === null) return { path, blobId: undefined };
    const id = blobId(file.content);
    contents.set(id, file.content);
    return { path, blobId: id };
  });
  const read = async (ids: readonly string[]) => {
    const stored = ids.filter((id) => !contents.has(id));
    return new Map([...contents, ...(stored.length > 0 ? await readStored(stored) : [])]);
  };
  return catalog.advance(snapshot, { revision: snapshot.revision, changes, read });
}

/** The number of paths that are tried: other entities may be in files with the name of this one. */
const maxTried = 20;

/**
 * Returns the path of a new entity's file in svc's folder: `<plural>/<name>.yaml`, or one with a number if that is taken.
 * @throws Problem name_taken if a path differs from another by letter case alone
 */
export function pathForNew({ snapshot, kind: { plural }, name, prefix }: EditTarget): string {
  for (let count = 1; count <= maxTried; count++) {
    const path = `${prefix}${plural}/${name}${count === 1 ? '' : `-${count}`}.yaml`;
    if (blobAt(snapshot, path) !== undefined) continue;
    const like = pathLike(snapshot, path);
    if (like === undefined) return path;
    throw new Problem('name_taken', `\`${path}\` differs from \`${like}\` by letter case alone.`, {
      hints: ['Some systems cannot hold both files: choose another name, or rename the other file in Git.'],
    });
  }
  throw new Problem('name_taken', `All file names for \`${name}\` in \`${plural}/\` are taken.`);
}

/** @throws Problem entity_invalid for an edit that creates a file which svc would pass over */
export async function requireInScope(
  snapshot: Snapshot,
  edits: readonly FileEdit[],
  { folder }: EditTools,
): Promise<void> {
  const paths = edits.flatMap(({ path, before, texts = [] }) => [
    ...(before ? [] : [path]),
    ...texts.flatMap((text) => (text.base === null ? [text.path] : [])),
  ]);
  if (paths.length === 0 || !folder) return;
  const scope = await folder.scopeAt(snapshot);
  for (const path of paths) {
    const reason = scope.exclusion(path);
    if (reason === undefined) continue;
    throw new Problem('entity_invalid', `\`${path}\` would not be read: ${reason}.`, {
      errors: [{ file: path, message: reason }],
      hints: ['Choose another name, or change the rule in `.svcignore` first.'],
    });
  }
}

/** Returns true if a new file can be created at the path. */
export function isPathFree(snapshot: Snapshot, path: string): boolean {
  return blobAt(snapshot, path) === undefined && pathLike(snapshot, path) === undefined;
}
