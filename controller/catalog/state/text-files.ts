import type { TreeChange } from '../../sources/source/source.js';
import { type Decoded, decode } from '../../yaml-edit/read/decode.js';
import type { ReadBlobs } from '../parse/analyses.js';
import { isAttachable } from '../parse/entity-files.js';
import { WeakCache } from '../parse/weak-cache.js';
import type { BranchState, FileEntry, TextFile } from './branch-state.js';

/** Blobs read at a time. */
const batchSize = 64;

export interface TextChange {
  before: BranchState;
  changes: readonly TreeChange[];
  /** The entity files that changed. */
  files: ReadonlyMap<string, FileEntry | undefined>;
  read: ReadBlobs;
}

/** Reads the texts that entities name, and no others. Branches with the same blob share its text. */
export class TextReader {
  private readonly shared = new WeakCache<Decoded>();

  /** @param limit largest size of a text in bytes */
  constructor(private readonly limit: number) {}

  /** The texts of a branch that changed, and those that an entity names for the first time. */
  async read({ before, changes, files, read }: TextChange): Promise<Map<string, TextFile | undefined>> {
    const texts = new Map<string, TextFile | undefined>();
    for (const { path, blobId, nonFile, overlay } of changes) {
      if (!isAttachable(path)) continue;
      const isThere = blobId !== undefined && nonFile === undefined;
      texts.set(path, isThere ? { blobId, content: undefined, overlay } : undefined);
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
      const known = this.shared.get(blobId);
      if (known) found.set(blobId, known);
      else wanted.push(blobId);
    }
    if (wanted.length === 0) return found;
    for (const [blobId, bytes] of await read(wanted)) {
      const content = decode(bytes, this.limit);
      found.set(blobId, content);
      this.shared.set(blobId, content);
    }
    return found;
  }
}
