import { Problem } from '../problems/index.js';

export interface TreeEntry {
  name: string;
  id: string;
  type: 'blob' | 'tree';
}

const decoder = new TextDecoder();
const SPACE = 0x20;
const ID_BYTES = 20;

/**
 * The folders and plain files of a tree object: `<mode> <name>\0<20 bytes of id>`, again and again.
 * Symbolic links (mode 120000) and submodules (160000) are left out: neither holds bytes of this repository.
 *
 * @throws Problem git_failed when the bytes are no tree
 */
export function parseTree(id: string, content: Uint8Array): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(SPACE, at);
    const end = bytes.indexOf(0, space + 1);
    if (space < 0 || end < 0 || end + ID_BYTES >= bytes.length) {
      throw new Problem('git_failed', `The tree object ${id} is damaged.`);
    }
    const type = entryType(bytes.toString('latin1', at, space));
    if (type) {
      entries.push({
        name: decoder.decode(bytes.subarray(space + 1, end)),
        id: bytes.toString('hex', end + 1, end + 1 + ID_BYTES),
        type,
      });
    }
    at = end + 1 + ID_BYTES;
  }
  return entries;
}

function entryType(mode: string): TreeEntry['type'] | undefined {
  if (mode === '40000' || mode === '040000') return 'tree';
  return mode.startsWith('100') ? 'blob' : undefined;
}
