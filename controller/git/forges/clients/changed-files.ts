import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import type { ChangedFiles, ChangedFilesOptions } from './contract.js';

/** Pages of changed files that are read. */
const maxPages = 10;

export interface ChangedPath {
  path: string;
  /** True where the pull request has no such file. */
  isGone: boolean;
}

export interface ChangedPathReader {
  /** Reads a page of changes, from 1; empty past the last one. */
  readPage(page: number): Promise<readonly ChangedPath[]>;
  /** Returns undefined for what is no regular file, or is too large for the forge to send. */
  readFile(path: string): Promise<Uint8Array | undefined>;
}

/** Reads the changed files of a pull request, within the limits of number and size. */
export async function readFiles(
  { readPage, readFile }: ChangedPathReader,
  { isWanted, maxFiles, maxBytes }: ChangedFilesOptions,
): Promise<ChangedFiles> {
  const files: ChangedFiles['files'] = [];
  let unread = 0;
  let left = maxBytes;
  for (let page = 1; ; page++) {
    const list = await readPage(page);
    if (list.length === 0) return { files, unread, isCut: false };
    if (page > maxPages) return { files, unread, isCut: true };
    for (const { path, isGone } of list) {
      if (!isWanted(path)) continue;
      const isFull = files.length >= maxFiles || left <= 0;
      const content = isGone || isFull ? undefined : await readFile(path);
      if (isGone && !isFull) files.push({ path, content: undefined });
      else if (content === undefined || content.byteLength > left) unread++;
      else {
        files.push({ path, content });
        left -= content.byteLength;
      }
    }
  }
}

/** Reads a file as GitHub, Gitea and GitLab send it. */
export function toFile(body: Json): Uint8Array | undefined {
  const { type = 'file', encoding, content } = objectOr(body);
  if (type !== 'file' || encoding !== 'base64' || typeof content !== 'string') return undefined;
  return Buffer.from(content, 'base64');
}
