export interface FilePatch {
  path: string;
  patch: string;
}

/** Splits a patch of several files, as `git diff` prints it, by their paths. */
export function splitPatch(patch: string): FilePatch[] {
  return patch
    .split(/^(?=diff --git )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ path: getPath(part), patch: part }));
}

/** The path after the change; before it for a file that is deleted. */
function getPath(part: string): string {
  const after = /^\+\+\+ "?b\/(.*?)"?\t?$/m.exec(part)?.[1];
  const before = /^--- "?a\/(.*?)"?\t?$/m.exec(part)?.[1];
  return after ?? before ?? /^diff --git "?a\/.*? "?b\/(.*?)"?$/m.exec(part)?.[1] ?? '';
}
