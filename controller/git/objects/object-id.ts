import { createHash } from 'node:crypto';
import type { GitObject } from './contract.js';

/** The tree without entries. Git knows it in every repository, also in one without commits. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Returns the id of an object: SHA-1 over `<type> <length>\0` and the bytes. */
export function objectId(type: GitObject['type'], content: Uint8Array): string {
  return createHash('sha1').update(`${type} ${content.byteLength}\0`).update(content).digest('hex');
}

export function blobId(content: Uint8Array): string {
  return objectId('blob', content);
}

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}
