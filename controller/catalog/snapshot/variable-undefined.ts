import { nearest } from '../../../schemas/nearest.js';
import { LineIndex } from '../../yaml-edit/read/yaml-document.js';
import type { Finding } from '../rules/finding.js';
import { type BranchState, nameOf } from '../state/branch-state.js';
import { definerOf, type Facts } from '../state/readiness.js';

/** A read of a variable by a constant name, which no `?` or `//` expects to be missing. */
const reads =
  /\$runtime\.metadata\.environment\.variables\.([A-Za-z_][A-Za-z0-9_]{0,100})(?![A-Za-z0-9_])(?!\s{0,20}(?:\?|\/\/))/g;

/** Most findings of one branch: a longer list would not be read. */
const mostFindings = 100;
const mostNamed = 3;

/**
 * Warns of variables that flows read and no environment of the branch defines. Reads the texts of flows, because their
 * plans do not all fit into memory; reports nothing while a file has errors that may hide an environment.
 */
export function undefinedVariables(state: BranchState, facts: Facts): Finding[] {
  const environments = [...(state.entities.get('environment')?.keys() ?? [])];
  if (environments.some((id) => state.notReady.has(id)) || state.broken.size > 0) return [];
  const notes = environments.flatMap((id) => definerOf(facts, id)?.analysis.notes ?? []);
  const variables = notes.filter(({ pointer }) => pointer === '/variables');
  const known = new Set(variables.flatMap(({ value }) => Object.keys(value ?? {})));
  const named = environments.slice(0, mostNamed).map((id) => `\`${nameOf(id)}\``);
  const where = named.length > 0 ? named.join(', ') : 'an environment';
  const found: Finding[] = [];
  for (const id of state.entities.get('flow')?.keys() ?? []) {
    const entry = definerOf(facts, id);
    if (!entry?.analysis.text.includes('environment.variables.')) continue;
    found.push(...findingsIn(entry.analysis.text, { file: entry.path, known, where }));
    if (found.length >= mostFindings) break;
  }
  return found.slice(0, mostFindings);
}

function findingsIn(
  text: string,
  { file, known, where }: { file: string; known: ReadonlySet<string>; where: string },
): Finding[] {
  const lines = new LineIndex(text);
  const found: Finding[] = [];
  for (const { 0: whole, 1: name = '', index } of text.matchAll(reads)) {
    if (known.has(name) || isInComment(text, index)) continue;
    const end = index + whole.length;
    const [from, to] = [lines.position(end - name.length), lines.position(end)];
    const place = { ...from, endLine: to.line, endColumn: to.column };
    const near = nearest(name, [...known]);
    const hint = near === undefined ? `Add it to \`variables\` of ${where}.` : `Did you mean \`${near}\`?`;
    const message = `no environment defines the variable \`${name}\``;
    found.push({
      rule: 'variable-undefined',
      severity: 'warning',
      file,
      pointer: '',
      ...place,
      message,
      hint,
    });
    if (found.length === mostFindings) break;
  }
  return found;
}

function isInComment(text: string, offset: number): boolean {
  const start = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - 500);
  return /^\s*#/.test(text.slice(start, offset));
}
