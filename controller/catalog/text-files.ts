import { standInOf } from '../repository/stand-in.js';
import type { TreeChange } from '../sources/contract.js';
import type { BranchState, FileEntry, TextFile } from './branch-state.js';
import type { ReadBlobs } from './contract.js';
import { type Decoded, decode } from './decode.js';
import { isAttachable } from './entity-files.js';

/** Blobs read at a time. */
const batchSize = 64;

export interface TextChange {
  before: BranchState;
  changes: readonly TreeChange[];
  /** The entity files that changed. */
  files: ReadonlyMap<string, FileEntry | undefined>;
  read: ReadBlobs;
}

/** Reads the texts that entities name, and only those. Branches that have a blob share its text. */
export class TextReader {
  /** What some snapshot still holds. */
  private readonly shared = new Map<string, WeakRef<Decoded>>();
  private readonly forget = new FinalizationRegistry<string>((blobId) => {
    if (!this.shared.get(blobId)?.deref()) this.shared.delete(blobId);
  });

  /** @param limit bytes that a text may have */
  constructor(private readonly limit: number) {}

  /** What becomes of the texts of a branch: the changed ones, and those that are named for the first time. */
  async read({ before, changes, files, read }: TextChange): Promise<Map<string, TextFile | undefined>> {
    const texts = new Map<string, TextFile | undefined>();
    for (const { path, blobId, overlay } of changes) {
      if (isAttachable(path))
        texts.set(path, isBlob(blobId) ? { blobId, content: undefined, overlay } : undefined);
    }
    const named = new Set([...texts.keys()].filter((path) => before.users.has(path)));
    for (const entry of files.values()) for (const { path } of entry?.texts ?? []) if (path) named.add(path);
    const unread = [...named].flatMap((path) => {
      const text = texts.has(path) ? texts.get(path) : before.texts.get(path);
      return text && !text.content ? [{ ...text, path }] : [];
    });
    for (let start = 0; start < unread.length; start += batchSize) {
      const batch = unread.slice(start, start + batchSize);
      const contents = await this.contents(new Set(batch.map(({ blobId }) => blobId)), read);
      for (const { path, ...text } of batch) {
        texts.set(path, { ...text, content: contents.get(text.blobId) });
      }
    }
    return texts;
  }

  private async contents(blobIds: ReadonlySet<string>, read: ReadBlobs): Promise<Map<string, Decoded>> {
    const found = new Map<string, Decoded>();
    const wanted: string[] = [];
    for (const blobId of blobIds) {
      const known = this.shared.get(blobId)?.deref();
      if (known) found.set(blobId, known);
      else wanted.push(blobId);
    }
    if (wanted.length === 0) return found;
    for (const [blobId, bytes] of await read(wanted)) {
      const content = decode(bytes, this.limit);
      found.set(blobId, content);
      this.shared.set(blobId, new WeakRef(content));
      this.forget.register(content, blobId);
    }
    return found;
  }
}

function isBlob(blobId: string | undefined): blobId is string {
  return blobId !== undefined && standInOf(blobId) === undefined;
}
