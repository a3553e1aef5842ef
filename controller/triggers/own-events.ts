import type { JsonObject } from '../../schemas/json/types.js';
import type { Snapshot } from '../catalog/index.js';
import type { Occurrence } from '../delivery/index.js';
import type { NewEvent } from '../runs/contract.js';
import { flowsOf } from './branch-flows.js';
import type { OwnEvents, TriggersOptions } from './contract.js';

/** The prefixes of the types of svc's own events, with names that any pattern for them fits. */
const families = [
  ...['started', 'suspended', 'resumed', 'completed', 'faulted', 'cancelled'].map(
    (verb) => `workflow.${verb}`,
  ),
  ...['started', 'suspended', 'retried', 'completed', 'faulted', 'cancelled'].map((verb) => `task.${verb}`),
].map((what) => `io.serverlessworkflow.${what}.v1`);
const platform = [
  ...['sync.succeeded', 'sync.failed', 'entity.created', 'entity.updated', 'entity.deleted'],
  ...['proposal.opened', 'backup.completed', 'apikey.rotated'],
  ...['opened', 'completed', 'overdue'].map((what) => `humantask.${what}`),
].map((what) => `dev.svc.${what}.v1`);
const types = [...families, ...platform];

/** A notice follows its writes within this time; without wanted events before it, there is nothing to look for. */
const longestCommitMs = 600_000;

/** The types that flows of a snapshot consume. Kept per snapshot, which is immutable. */
const known = new WeakMap<Snapshot, ReadonlySet<string>>();

function wantedTypes(snapshot: Snapshot): ReadonlySet<string> {
  const found =
    known.get(snapshot) ??
    new Set(
      types.filter((type) =>
        flowsOf(snapshot).some(({ listensFor, trigger }) => trigger?.mayConsume(type) || listensFor?.(type)),
      ),
    );
  known.set(snapshot, found);
  return found;
}

/**
 * Accepts the events of svc about runs, branches and the platform as events of their branch, where a flow of the branch
 * consumes events of their type. Events of the installation belong to production.
 */
export function ownEvents({
  runs,
  snapshots,
  branches,
}: Pick<TriggersOptions, 'runs' | 'snapshots' | 'branches'>): OwnEvents {
  /** Also for a branch that is not in memory: its flows are asked later, and its runs may listen. */
  const isWanted = (branch: string, type?: string): boolean => {
    const snapshot = snapshots.peek(branch);
    if (!snapshot) return true;
    const wanted = wantedTypes(snapshot);
    return type === undefined ? wanted.size > 0 : wanted.has(type);
  };
  let wantedAt = Number.NEGATIVE_INFINITY;
  const eventOf = ({ event, about, causes, isSent }: Occurrence): NewEvent[] => {
    const branch = about?.branch ?? branches[0] ?? '';
    if (isSent || !isWanted(branch, event.type)) return [];
    return [{ branch, event: event as unknown as JsonObject, origin: causes ? { causes } : {} }];
  };
  return {
    isActive: true,
    refresh() {
      // Runs of other branches listen too.
      this.isActive = [...branches, ...snapshots.followed()].some((branch) => isWanted(branch));
    },
    writes(occurrences) {
      const events = occurrences.flatMap(eventOf);
      if (events.length === 0) return [];
      wantedAt = performance.now();
      return runs.events.collect(events);
    },
    notify() {
      if (performance.now() - wantedAt < longestCommitMs) runs.events.committed();
    },
  };
}
