import { type BranchState, entityId } from './branch-state.js';
import type { FileOrigin, Origin } from './contract.js';
import type { FileRecord } from './file-record.js';

/** Where the version in service comes from, and what the overlay's files hide by it. */
export function originOf(state: BranchState, record: FileRecord): Origin {
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
