import type { PlacedReference } from '../parse/analysis.js';
import type { Finding } from '../rules/finding.js';
import { type BranchState, type EntityId, entityId, type FileEntry } from '../state/branch-state.js';
import { findDefiner, getMisuses } from '../state/readiness.js';
import type { Linking } from './link-findings.js';

/** Callers that a message names. */
const maxNamed = 5;

interface Caller {
  entry: FileEntry;
  reference: PlacedReference;
  /** JSON pointer into what the call passes. */
  fault: string;
}

/** Warns of each flow of a branch whose callers do not call it as it is now. */
export function allBrokenCallers(state: BranchState, linking: Linking): Finding[] {
  const callers = new Map<EntityId, Caller[]>();
  for (const id of state.misusing.keys()) {
    const entry = findDefiner(linking.facts, id);
    for (const caller of entry ? getBrokenCalls(linking, entry) : []) {
      const target = entityId(caller.reference.kind, caller.reference.name);
      const calls = callers.get(target);
      if (calls) calls.push(caller);
      else callers.set(target, [caller]);
    }
  }
  return [...callers].flatMap(([id, broken]) => getWarning(linking, id, broken));
}

/** Warns of the flow `id`; costs as much as it has callers. */
export function getBrokenCallers(state: BranchState, linking: Linking, id: EntityId): Finding[] {
  const paths = state.referrers.get(id)?.keys() ?? [];
  const broken = [...paths].flatMap((path) => {
    const entry = linking.facts.file(path);
    if (entry?.id === undefined || !state.misusing.has(entry.id)) return [];
    return getBrokenCalls(linking, entry).filter(
      ({ reference: { kind, name } }) => entityId(kind, name) === id,
    );
  });
  return getWarning(linking, id, broken);
}

/** Tests are no callers: their own findings say what does not fit. */
function getBrokenCalls({ facts }: Linking, entry: FileEntry): Caller[] {
  if (entry.analysis.identity?.kind === 'flow-test') return [];
  return entry.analysis.references.flatMap((reference) => {
    if (reference.kind !== 'flow') return [];
    const fault = getMisuses(facts, reference).find(({ severity }) => severity === 'error');
    return fault ? [{ entry, reference, fault: fault.pointer }] : [];
  });
}

function getWarning({ facts, places }: Linking, id: EntityId, callers: readonly Caller[]): Finding[] {
  const entry = findDefiner(facts, id);
  const [first] = callers;
  if (!entry?.analysis.identity || !first) return [];
  const pointer = first.fault.startsWith('/input') ? '/input' : '/document/version';
  const place = places.of(entry, { pointer }) ?? entry.analysis.identity.place;
  const sorted = callers.toSorted((a, b) => (a.entry.path < b.entry.path ? -1 : 1));
  const named = sorted.slice(0, maxNamed).map(
    ({
      entry: { path },
      reference: {
        place: { line },
      },
    }) => `${path}:${line}`,
  );
  const more = callers.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const does = callers.length === 1 ? 'one call does' : `${callers.length} calls do`;
  return [
    {
      rule: 'callers-broken',
      severity: 'warning',
      file: entry.path,
      pointer,
      ...place,
      message: `${does} not fit this flow: ${list}`,
      hint: 'Give new parameters a default, or change the callers with the flow.',
    },
  ];
}
