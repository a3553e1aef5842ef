/** What has the name of a file or a folder in a tree, and holds no bytes of its repository. */
export type StandIn = 'link' | 'submodule';

/** What a tree lists in place of a blob's id, so that nobody reads it as one. */
export function standInId(kind: StandIn, id: string): string {
  return `${kind}:${id}`;
}

/** Undefined for the id of a blob. */
export function standInOf(blobId: string): StandIn | undefined {
  if (blobId.startsWith('link:')) return 'link';
  return blobId.startsWith('submodule:') ? 'submodule' : undefined;
}
