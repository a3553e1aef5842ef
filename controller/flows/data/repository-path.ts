/** Returns the path in the repository that a URI of the scheme `file` names; any other text as it is. */
export function repositoryPath(uri: string): string {
  return uri.replace(/^file:(?:\/\/(?=\/))?/, '');
}
