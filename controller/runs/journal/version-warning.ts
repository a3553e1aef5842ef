interface UsedVersion {
  branch: string;
  revision: string;
  branchRevision: string | null;
}

/** The sentence that names the newer commit, which is not ready; null when the newest one is used. */
export function warningAbout(name: string, used: UsedVersion): string | null {
  const { branch, revision, branchRevision } = used;
  if (branchRevision === null) return null;
  const [older, newest] = [revision.slice(0, 12), branchRevision.slice(0, 12)];
  return `\`${name}\` is used as of ${older}, where it was last ready: its version in ${newest}, the newest commit of \`${branch}\`, is not ready.`;
}
