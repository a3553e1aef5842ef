import { attachmentFindings } from './attachment-findings.js';
import type { BranchState } from './branch-state.js';
import type { Finding } from './contract.js';
import { type IgnoringFile, withoutIgnored } from './ignores.js';
import { linkFindings } from './link-findings.js';
import type { Facts } from './readiness.js';
import { checksOfBranch } from './rules/index.js';

/**
 * Everything there is to say about a branch, in the order of files and lines, without what comments silence.
 * @param whole whether the files are all there are, so that what is not among them does not exist
 */
export function allFindings(state: BranchState, facts: Facts, whole: boolean): Finding[] {
  const found: Finding[] = [];
  const ignoring: IgnoringFile[] = [];
  for (const path of state.flawed.keys()) {
    found.push(...ownFindings(facts, path));
    const entry = facts.file(path);
    if (!entry || entry.analysis.ignores.length === 0) continue;
    const { ignores, valid } = entry.analysis;
    ignoring.push({ path, ignores, complete: valid });
    // What a comment lets be has not kept the entity out of service, and is not told with what does.
    const { id } = entry;
    if (id === undefined || !state.notReady.has(id)) found.push(...attachmentFindings(state, facts, entry));
  }
  for (const id of state.notReady.keys()) found.push(...linkFindings(state, facts, id));
  for (const rule of checksOfBranch) {
    if (whole || !rule.whole) found.push(...rule.check(state, facts));
  }
  return withoutIgnored(found, ignoring, whole).sort(byPlace);
}

/** What the content of one file says. */
export function ownFindings(facts: Facts, path: string): Finding[] {
  return (facts.file(path)?.analysis.findings ?? []).map((finding) => ({ ...finding, file: path }));
}

export function byPlace(a: Finding, b: Finding): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule);
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
