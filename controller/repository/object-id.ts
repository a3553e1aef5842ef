import { createHash } from 'node:crypto';

/** The tree without entries. Git knows it in every repository, also in one without commits. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The id Git gives a blob of these bytes: SHA-1 over `blob <length>\0` and the bytes. */
export function blobId(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex');
}

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}
