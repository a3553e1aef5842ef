import { posix } from 'node:path';
import { objectOr } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import type { Note } from '../parse/analysis.js';
import type { Finding } from '../rules/finding.js';
import { type BranchState, type FileEntry, getEntityName } from '../state/branch-state.js';
import { type Facts, findDefiner } from '../state/readiness.js';

/** Most findings of one branch: a longer list would not be read. */
const maxFindings = 100;
const maxNamed = 3;

/**
 * Warns of variables that flows read and no environment of the branch defines; reports nothing while a file has errors that
 * may hide an environment.
 */
export function undefinedVariables(state: BranchState, facts: Facts): Finding[] {
  const environments = [...(state.entities.get('environment')?.keys() ?? [])];
  if (environments.some((id) => state.notReady.has(id)) || state.broken.size > 0) return [];
  const notes = environments.flatMap((id) => findDefiner(facts, id)?.analysis.notes ?? []);
  const variables = notes.filter(({ pointer }) => pointer === '/variables');
  const names = new Set(variables.flatMap(({ value }) => Object.keys(value ?? {})));
  const named = environments.slice(0, maxNamed).map((id) => `\`${getEntityName(id)}\``);
  const where = named.length > 0 ? named.join(', ') : 'an environment';
  return getFindings(state, facts, (note) => {
    const { variable: name } = objectOr(note.value);
    if (typeof name !== 'string' || names.has(name)) return undefined;
    const near = nearest(name, [...names]);
    const hint = near === undefined ? `Add it to \`variables\` of ${where}.` : `Did you mean \`${near}\`?`;
    return { rule: 'variable-undefined', message: `no environment defines the variable \`${name}\``, hint };
  });
}

/** Warns of catalogs that no call names and whose folder holds no function. */
export function emptyCatalogs(state: BranchState, facts: Facts): Finding[] {
  let functions: readonly string[] | undefined;
  return getFindings(state, facts, ({ value }, { path }) => {
    const { catalog } = objectOr(value);
    if (typeof catalog !== 'string') return undefined;
    // svc's folder in the repository is before a path from its root.
    const isBelow = catalog.startsWith('/')
      ? (each: string) => `/${each}`.includes(`${posix.normalize(catalog)}/functions/`)
      : (each: string) => each.startsWith(`${posix.join(posix.dirname(path), catalog)}/functions/`);
    functions ??= [...state.texts.keys()].filter((each) => each.endsWith('/function.yaml'));
    if (functions.some(isBelow)) return undefined;
    const hint = 'Correct the path, or remove the catalog: no call names it.';
    return { rule: 'file-missing', message: `the folder \`${catalog}\` holds no function`, hint };
  });
}

type NeedText = Pick<Finding, 'rule' | 'message' | 'hint'>;

/** Judges the notes of all flows. */
function getFindings(
  state: BranchState,
  facts: Facts,
  judge: (note: Note, entry: FileEntry) => NeedText | undefined,
): Finding[] {
  const findings: Finding[] = [];
  for (const id of state.entities.get('flow')?.keys() ?? []) {
    const entry = findDefiner(facts, id);
    for (const note of entry?.analysis.notes ?? []) {
      const said = entry && judge(note, entry);
      const { pointer, place } = note;
      if (said) findings.push({ ...said, severity: 'warning', file: entry.path, pointer, ...place });
    }
    if (findings.length >= maxFindings) break;
  }
  return findings.slice(0, maxFindings);
}
