import type { Settings } from '../../settings/index.js';

/** Tells whether a branch takes changes by proposals, from all who may not write there directly. */
export function isProtectedBranch(
  { Git: { Enabled, ProtectedBranches } }: Pick<Settings, 'Git'>,
  production: string,
  branch: string,
): boolean {
  // Without Git there are no branches to propose changes on.
  if (Enabled && branch === production) return true;
  return ProtectedBranches?.includes(branch) ?? false;
}
