import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import {
  type EntityRecord,
  entityId,
  type FileEntry,
  findEntity,
  getInferredKey,
} from '../state/branch-state.js';
import { getSnapshotState } from './branch-snapshot.js';
import type { Snapshot } from './contract.js';

/** The file of an entity at the revision of a snapshot; that version need not be in service. */
export interface NewestFile {
  path: string;
  blobId: string;
  text: string;
  /** Undefined when the file can no longer be read. */
  definition: JsonObject | undefined;
  etag: string;
  /** Other files that define the same entity, which is an error. */
  duplicates: readonly string[];
}

/** The file to edit for an entity; undefined when no file of the revision defines it. */
export function newestFile(snapshot: Snapshot, kind: string, name: string): NewestFile | undefined {
  const state = getSnapshotState(snapshot);
  const id = entityId(kind, name);
  const [defining, ...duplicates] = state.definers.get(id) ?? state.definers.get(getInferredKey(id)) ?? [];
  // An unreadable file may be the one that defined the entity before.
  const home = findEntity(state, id)?.home;
  const path = defining ?? (home !== undefined && state.orphans.get(home) === id ? home : undefined);
  const entry = path === undefined ? undefined : state.files.get(path);
  if (!entry) return undefined;
  const { blobId, analysis } = entry;
  const { text, content } = analysis;
  const etag = etagOfEntry(entry, snapshot);
  return { path: entry.path, blobId, text, definition: content?.definition, etag, duplicates };
}

/** The entity that the file at a path defines. */
export function entityAt(snapshot: Snapshot, path: string): { kind: string; name: string } | undefined {
  return getSnapshotState(snapshot).files.get(path)?.analysis.identity;
}

/** The blob at a path of the branch; undefined when no counting file is there. */
export function blobAt(snapshot: Snapshot, path: string): string | undefined {
  const { files, texts } = getSnapshotState(snapshot);
  return (files.get(path) ?? texts.get(path))?.blobId;
}

/** The files of the entities that name a text. */
export function getUsersOfFile(snapshot: Snapshot, path: string): string[] {
  return [...(getSnapshotState(snapshot).users.get(path)?.keys() ?? [])];
}

/** The other entities whose newest versions refer to this one, by path. */
export function getReferrers(
  snapshot: Snapshot,
  kind: string,
  name: string,
): { kind: string; name: string; file: string; line: number; column: number; pointer: string }[] {
  const state = getSnapshotState(snapshot);
  const id = entityId(kind, name);
  return [...(state.referrers.get(id)?.keys() ?? [])].sort().flatMap((path) => {
    const { identity, references = [] } = state.files.get(path)?.analysis ?? {};
    if (!identity || entityId(identity.kind, identity.name) === id) return [];
    const first = references.find((reference) => entityId(reference.kind, reference.name) === id);
    if (!first) return [];
    const { line, column } = first.place;
    return [{ kind: identity.kind, name: identity.name, file: path, line, column, pointer: first.pointer }];
  });
}

/** A path of the branch that differs by case alone: some systems cannot check out both files. */
export function pathLike(snapshot: Snapshot, path: string): string | undefined {
  const { files, texts } = getSnapshotState(snapshot);
  const lowered = path.toLowerCase();
  for (const paths of [files, texts]) {
    for (const key of paths.keys()) {
      if (key.length === path.length && key !== path && key.toLowerCase() === lowered) return key;
    }
  }
  return undefined;
}

/** The ETag of an entity: the blob id of its file, followed by a digest of its text files if there are any. */
export function computeEtag({ blobId, attachments }: Pick<EntityRecord, 'blobId' | 'attachments'>): string {
  return joined(
    blobId,
    [...attachments].map(([field, text]) => [field, text.blobId]),
  );
}

function etagOfEntry({ blobId, texts }: FileEntry, snapshot: Snapshot): string {
  const blobs = texts.flatMap(({ holds, path }): [string, string][] => {
    const text = path === undefined ? undefined : getSnapshotState(snapshot).texts.get(path);
    return text ? [[holds, text.blobId]] : [];
  });
  return joined(blobId, blobs);
}

function joined(blobId: string, texts: readonly (readonly [string, string])[]): string {
  if (texts.length === 0) return blobId;
  const hash = createHash('sha256');
  for (const [field, id] of texts) hash.update(`${field}\0${id}\n`);
  return `${blobId}-${hash.digest('hex').slice(0, 16)}`;
}
