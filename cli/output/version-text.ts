import { readFileSync } from 'node:fs';
import { codeRoot } from '../../schemas/code-root.js';
import { version } from '../../schemas/version.js';

/** Returns the version, followed by the commit where svc runs from a release: `1.2.0 (5a108585)`. */
export function versionText(): string {
  const commit = releasedCommit();
  return commit === undefined ? version : `${version} (${commit.slice(0, 8)})`;
}

/** A release states its commit in the folder around the package of svc. */
function releasedCommit(): string | undefined {
  try {
    const release = JSON.parse(readFileSync(new URL('../../release.json', codeRoot), 'utf8'));
    return release.version === version && typeof release.commit === 'string' ? release.commit : undefined;
  } catch {
    return undefined;
  }
}
