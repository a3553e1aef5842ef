import { fileSource } from './file-source.js';
import { httpSource } from './http-source.js';
import type { ReleaseSource } from './source.js';

/** Returns the source for an address. @param ca certificates (PEM) that are trusted in place of the usual ones */
export async function openSource({ protocol }: URL, ca?: string): Promise<ReleaseSource> {
  return protocol === 'file:' ? fileSource : httpSource(ca);
}
