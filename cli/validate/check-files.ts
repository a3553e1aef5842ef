import { dirname } from 'node:path';
import { type Finding, validateFiles } from '../../controller/catalog/index.js';
import { kinds } from '../../controller/kinds.js';
import { surroundingsOf } from '../local-run/surroundings.js';
import type { GivenFile } from './collect-files.js';
import { knownEntities } from './known-entities.js';

/**
 * All findings in the files given, under the names the caller knows them by. What they refer to may be among them or
 * in the folder they belong to; a file that belongs to none is not blamed for its references, unless a folder was given.
 */
export function checkFiles(files: readonly GivenFile[], hasFolder: boolean): Finding[] {
  const shown = new Map(files.map((file) => [file.path, file.shown]));
  const first = validateFiles(files, kinds);
  const findings = first.some(isDangling)
    ? validateFiles(files, kinds, { isKnown: lookUp(files, hasFolder) })
    : first;
  return findings.map((finding) => ({ ...finding, file: shown.get(finding.file) ?? finding.file }));
}

/** Which entities are there besides the given ones; read only when a reference asks for them. */
function lookUp(files: readonly GivenFile[], hasFolder: boolean): (kind: string, name: string) => boolean {
  const folders = new Set(files.flatMap(({ absolute }) => (absolute ? [dirname(absolute)] : [])));
  const roots = new Set([...folders].flatMap((folder) => surroundingsOf(folder) ?? []));
  if (roots.size === 0) return () => !hasFolder;
  const known = [...roots].map(knownEntities);
  return (kind, name) => known.some((names) => names.has(`${kind}/${name}`));
}

function isDangling(finding: Finding): boolean {
  return finding.rule === 'reference-dangling';
}
