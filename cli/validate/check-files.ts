import { dirname } from 'node:path';
import { type Finding, validateFiles } from '../../controller/catalog/index.js';
import { kinds } from '../../controller/kinds/index.js';
import { surroundingsOf } from '../local-run/surroundings.js';
import type { GivenFile } from './collect-files.js';
import { knownEntities } from './known-entities.js';

/**
 * All findings in the files given, under the names the caller knows them by. Files of one folder or one repository
 * belong together: no two may define the same, and what they refer to must be among them or in the repository. Loose
 * files are each taken alone.
 */
export function checkFiles(files: readonly GivenFile[], hasFolder: boolean): Finding[] {
  const folders = new Set(files.flatMap(({ absolute }) => (absolute ? [dirname(absolute)] : [])));
  const roots = new Set([...folders].flatMap((folder) => surroundingsOf(folder) ?? []));
  if (roots.size === 0 && !hasFolder) return files.flatMap((file) => check([file], () => true));
  const findings = check(files, () => false);
  return roots.size > 0 && findings.some(isDangling) ? check(files, definedIn(roots)) : findings;
}

type IsKnown = (kind: string, name: string) => boolean;

function check(files: readonly GivenFile[], isKnown: IsKnown): Finding[] {
  const shown = new Map(files.map((file) => [file.path, file.shown]));
  const findings = validateFiles(files, kinds, { isKnown });
  return findings.map((finding) => ({ ...finding, file: shown.get(finding.file) ?? finding.file }));
}

/** Which entities are there besides the given ones; read only when a reference asks for them. */
function definedIn(roots: Iterable<string>): IsKnown {
  const known = [...roots].map(knownEntities);
  return (kind, name) => known.some((names) => names.has(`${kind}/${name}`));
}

function isDangling(finding: Finding): boolean {
  return finding.rule === 'reference-dangling';
}
