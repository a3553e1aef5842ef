import type { JsonObject } from '../../schemas/json/types.js';
import type { Snapshot } from '../catalog/index.js';
import type { Occurrence } from '../delivery/index.js';
import type { NewEvent } from '../runs/contract.js';
import { type BranchFlows, getFlows } from './branch-flows.js';
import type { OwnEvents, TriggersOptions } from './contract.js';

type Options = Pick<TriggersOptions, 'runs' | 'snapshots' | 'branches' | 'reportUnread'>;

/**
 * Accepts the events of svc about runs, branches and the platform as events of their branch, where a flow of the branch
 * or an unfinished run consumes events of their type. Events of the installation belong to production.
 */
export function ownEvents(
  { runs, snapshots, branches, reportUnread }: Options,
  flows: Pick<BranchFlows, 'answered'>,
): OwnEvents {
  /** The types that flows of a snapshot consume, which is immutable. */
  const cache = new WeakMap<Snapshot, ReadonlySet<string>>();
  /** Also for a branch whose flows are not known: they are asked later, and its runs may listen. */
  const isWanted = (branch: string, type: string): boolean => {
    const types = findTypes(branch);
    return types === undefined || types.has(type) || runs.events.own.has(branch, type);
  };
  const findTypes = (branch: string): ReadonlySet<string> | undefined => {
    const snapshot = snapshots.peek(branch);
    return snapshot && cache.get(snapshot);
  };
  /** Runs of other branches listen too. */
  const all = () => [...new Set([...branches, ...snapshots.followed()])];
  let doFlowsListen = true;
  /** Occurrences whose events were written to a branch. */
  const recorded = new WeakSet<Occurrence>();
  const toEvent = (occurrence: Occurrence): NewEvent[] => {
    const { event, about, causes, isSent } = occurrence;
    const branch = about?.branch ?? branches[0] ?? '';
    if (isSent || !isWanted(branch, event.type)) return [];
    recorded.add(occurrence);
    return [{ branch, event: event as unknown as JsonObject, origin: causes ? { causes } : {} }];
  };
  const read = async (branch: string): Promise<void> => {
    const snapshot = snapshots.peek(branch);
    if (!snapshot) return;
    await runs.events.own.findParked(branch);
    cache.set(snapshot, new Set((await getFlows(snapshot)).flatMap(({ own }) => own)));
  };
  const decide = (): void => {
    doFlowsListen = all().some((branch) => findTypes(branch)?.size !== 0);
  };
  return {
    get isActive() {
      return doFlowsListen || runs.events.own.hasAny;
    },
    async refresh(branch) {
      if (branch !== undefined) flows.answered(branch);
      decide();
      for (const each of branch === undefined ? all() : [branch])
        await read(each).catch((error) => reportUnread(error, each));
      decide();
    },
    writes(occurrences) {
      const events = occurrences.flatMap(toEvent);
      return events.length === 0 ? [] : runs.events.collect(events);
    },
    notify(occurrences) {
      // Most are not wanted, and then there is nothing to look for.
      if (occurrences.some((each) => recorded.has(each))) runs.events.committed();
    },
  };
}
