import { withoutIgnored } from '../parse/ignores.js';
import { byPlace, type Finding } from '../rules/finding.js';
import { type EntityId, getEntityKind, getEntityName } from '../state/branch-state.js';
import { getFacts } from '../state/readiness.js';
import { getSnapshotState } from './branch-snapshot.js';
import { getBrokenCallers } from './broken-callers.js';
import type { Snapshot } from './contract.js';
import { getLinking, linkFindings, ownFindings } from './link-findings.js';

export interface CausedFindings {
  /** All findings of the files that changed. */
  inFiles: readonly Finding[];
  /** Errors of entities in other files that were ready before the change. */
  elsewhere: readonly Finding[];
}

/** The findings that the difference of two snapshots of a branch causes; costs as much as they differ. */
export function causedFindings(before: Snapshot, after: Snapshot): CausedFindings {
  const [was, is] = [getSnapshotState(before), getSnapshotState(after)];
  const facts = getFacts(is);
  const linking = getLinking(is, facts);
  const inFiles: Finding[] = [];
  const changed = new Set<EntityId>();
  for (const { key, to } of was.files.differencesTo(is.files)) {
    if (!to) continue;
    const id = to?.id;
    const findings = ownFindings(facts, key);
    if (id !== undefined) {
      changed.add(id);
      findings.push(...linkFindings(linking, id).filter(({ file }) => file === key));
      if (getEntityKind(id) === 'flow') findings.push(...getBrokenCallers(is, linking, id));
    }
    const { ignores, valid } = to.analysis;
    // A comment cannot silence findings that keep the entity out of service.
    inFiles.push(
      ...(valid ? withoutIgnored(findings, [{ path: key, ignores, complete: true }], false) : findings),
    );
  }
  const elsewhere: Finding[] = [];
  for (const { key: id, to } of was.notReady.differencesTo(is.notReady)) {
    if (!to || changed.has(id)) continue;
    const status = after.status(getEntityKind(id), getEntityName(id));
    elsewhere.push(...(status?.findings ?? []).filter(({ severity }) => severity === 'error'));
  }
  return { inFiles: inFiles.sort(byPlace), elsewhere: elsewhere.sort(byPlace) };
}
