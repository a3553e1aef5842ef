import { type BranchState, entityId, type FileRecord } from '../state/branch-state.js';

/** A file, with the files of the branch that it hides when it belongs to an overlay. */
export interface FileOrigin {
  path: string;
  blobId: string;
  isOverlay: boolean;
  /** Files of the branch that do not count because of it. */
  hides: readonly { path: string; blobId: string }[];
}

/** The files of the version of an entity in service. */
export interface Origin extends FileOrigin {
  /** False when the newest version is not valid. */
  isNewest: boolean;
  /** The text files, by the field whose text they hold. */
  texts: ReadonlyMap<string, FileOrigin>;
}

/** Finds the files of the version in service, and the files that the overlay hides. */
export function getOrigin(state: BranchState, record: FileRecord): Origin {
  const { kind, name, path, blobId } = record;
  const entry = state.files.get(path);
  const isNewest = entry?.blobId === blobId && !state.notReady.has(entityId(kind, name));
  const texts = [...record.attachments].map(([field, text]) => {
    const file = state.texts.get(text.path);
    const overlay = file?.blobId === text.blobId ? file.overlay : undefined;
    return [field, fileOrigin({ path: text.path, blobId: text.blobId, overlay })] as const;
  });
  const file = fileOrigin({ path, blobId, overlay: entry?.overlay });
  const elsewhere = (state.hidden.byEntity.get(entityId(kind, name)) ?? []).flatMap(
    (hidden) => state.hidden.entries.get(hidden) ?? [],
  );
  const hides = [...file.hides, ...elsewhere.map((hidden) => ({ path: hidden.path, blobId: hidden.blobId }))];
  return { ...file, hides, isNewest, texts: new Map(texts) };
}

interface PlacedFile {
  path: string;
  blobId: string;
  overlay: { hides: string | undefined } | undefined;
}

function fileOrigin({ path, blobId, overlay }: PlacedFile): FileOrigin {
  const hides = overlay?.hides === undefined ? [] : [{ path, blobId: overlay.hides }];
  return { path, blobId, isOverlay: overlay !== undefined, hides };
}
