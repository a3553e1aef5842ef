import { byPlace, ownFindings } from './all-findings.js';
import { type EntityId, kindOf, nameOf } from './branch-state.js';
import type { Finding, Snapshot } from './contract.js';
import { withoutIgnored } from './ignores.js';
import { linkFindings } from './link-findings.js';
import { factsOf } from './readiness.js';
import { stateOf } from './snapshot.js';

export interface CausedFindings {
  /** All there is to say about the files that changed. */
  inFiles: readonly Finding[];
  /** What the change broke in entities of other files that were ready before. */
  elsewhere: readonly Finding[];
}

/** What is to be said about the difference of two snapshots of a branch; costs by what differs. */
export function causedFindings(before: Snapshot, after: Snapshot): CausedFindings {
  const [was, is] = [stateOf(before), stateOf(after)];
  const facts = factsOf(is);
  const inFiles: Finding[] = [];
  const changed = new Set<EntityId>();
  for (const { key, to } of was.files.differencesTo(is.files)) {
    if (!to) continue;
    const id = to?.id;
    const found = ownFindings(facts, key);
    if (id !== undefined) {
      changed.add(id);
      found.push(...linkFindings(is, facts, id).filter(({ file }) => file === key));
    }
    const { ignores, valid } = to.analysis;
    // A comment lets be what does no harm; what keeps the entity out of service is told all the same.
    inFiles.push(...(valid ? withoutIgnored(found, [{ path: key, ignores, complete: true }], false) : found));
  }
  const elsewhere: Finding[] = [];
  for (const { key: id, to } of was.notReady.differencesTo(is.notReady)) {
    if (!to || changed.has(id)) continue;
    const status = after.status(kindOf(id), nameOf(id));
    elsewhere.push(...(status?.findings ?? []).filter(({ severity }) => severity === 'error'));
  }
  return { inFiles: inFiles.sort(byPlace), elsewhere: elsewhere.sort(byPlace) };
}
