import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { type IgnoringFile, withoutIgnored } from '../parse/ignores.js';
import { byPlace, type Finding } from '../rules/finding.js';
import type { BranchState } from '../state/branch-state.js';
import { type Facts, findDefiner } from '../state/readiness.js';
import { branchChecks } from './branch-rules.js';
import { allBrokenCallers } from './broken-callers.js';
import type { FilePlaces } from './finding-aids.js';
import {
  attachmentFindings,
  getLinking,
  linkFindings,
  misuseFindings,
  ownFindings,
} from './link-findings.js';

/**
 * All findings of a branch that no comment silences, in the order of files and lines.
 * @param whole true when all files of the branch are present
 * @param places by default those of few texts, as the event loop waits for them
 */
export function allFindings(
  state: BranchState,
  facts: Facts,
  whole: boolean,
  places?: FilePlaces,
): Finding[] {
  const collecting = collectFindings(state, facts, whole, places);
  for (let part = collecting.next(); ; part = collecting.next()) if (part.done) return part.value;
}

/** As `allFindings` of a whole branch, in several turns of the event loop. */
export async function readFindings(state: BranchState, facts: Facts): Promise<Finding[]> {
  const collecting = collectFindings(state, facts, true);
  for (let part = collecting.next(); ; part = collecting.next()) {
    if (part.done) return part.value;
    if (isTurnOver()) await nextTurn();
  }
}

/** Yields after each file and entity. */
function* collectFindings(
  state: BranchState,
  facts: Facts,
  whole: boolean,
  places?: FilePlaces,
): Generator<void, Finding[]> {
  const linking = getLinking(state, facts, places);
  const findings: Finding[] = [];
  const ignoring: IgnoringFile[] = [];
  for (const path of state.flawed.keys()) {
    yield;
    findings.push(...ownFindings(facts, path));
    const entry = facts.file(path);
    if (!entry || entry.analysis.ignores.length === 0) continue;
    const { ignores, valid } = entry.analysis;
    ignoring.push({ path, ignores, complete: valid });
    // A silenced fault did not keep the entity out of service, so `linkFindings` does not report it.
    const { id } = entry;
    if (id === undefined || !state.notReady.has(id)) findings.push(...attachmentFindings(linking, entry));
  }
  for (const id of state.notReady.keys()) {
    yield;
    findings.push(...linkFindings(linking, id));
  }
  // Errors keep an entity out of service, so that only warnings are left.
  for (const id of state.misusing.keys()) {
    yield;
    const entry = state.notReady.has(id) ? undefined : findDefiner(facts, id);
    if (entry) findings.push(...misuseFindings(linking, entry));
  }
  findings.push(...allBrokenCallers(state, linking));
  for (const rule of branchChecks) {
    yield;
    if (whole || !rule.whole) findings.push(...rule.check(state, facts));
  }
  yield;
  return withoutIgnored(findings, ignoring, whole).sort(byPlace);
}
