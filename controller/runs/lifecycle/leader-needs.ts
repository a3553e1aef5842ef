import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import type { EntityRecord, Snapshot } from '../../catalog/index.js';
import type { ConnectionState } from '../../connectors/index.js';
import { FlowError, type FlowPlan, type LeaderState } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { findAction } from '../effects/calls/called-actions.js';
import { findEnvironment, type RunDocuments } from '../journal/run-documents.js';
import type { RunServices } from './run-context.js';

/** State in one place only that a flow or an entity that it uses needs, so that one node, the leader, executes it. */
export type LeaderNeed = LeaderState | ConnectionState | 'older-version';

type Services = Pick<RunServices, 'documents' | 'settings' | 'calls'>;

const cache = new WeakMap<RunDocuments, readonly LeaderNeed[]>();

/**
 * Returns why only the leader can execute a flow in an environment; empty for a flow that any node can execute. Undefined when
 * the leader is to refuse the request: the flow or the environment is not there.
 */
export function findLeaderNeeds(
  { documents, settings, calls }: Services,
  snapshot: Snapshot,
  request: { flow: string; environment: string | undefined },
): readonly LeaderNeed[] | undefined {
  const flow = snapshot.get('flow', request.flow);
  if (!flow) return undefined;
  const environment = selectEnvironment(
    snapshot,
    request.environment ?? settings.current().Flows?.Environment,
  );
  if (environment === 'missing') return undefined;
  // The leader has all commits.
  if (!isInNewestVersion(snapshot, flow, environment)) return ['older-version'];
  const pinned = documents.of(snapshot, flow, environment);
  const needs = cache.get(pinned) ?? collectNeeds(pinned, calls);
  cache.set(pinned, needs);
  return needs;
}

/** Returns what the tasks of a flow need, without those of other entities. */
export function getOwnNeeds({ leaderStates = [] }: FlowPlan): readonly LeaderNeed[] {
  return leaderStates;
}

function selectEnvironment(
  snapshot: Snapshot,
  name: string | undefined,
): EntityRecord | undefined | 'missing' {
  try {
    return findEnvironment(snapshot, name);
  } catch (error) {
    if (error instanceof Problem) return 'missing';
    throw error;
  }
}

function collectNeeds(documents: RunDocuments, calls: RunServices['calls']): readonly LeaderNeed[] {
  const needs = new Set<LeaderNeed>();
  for (const name of documents.names('connection')) {
    const state = ofInstalled(() => {
      const { connector, config } = calls.connector(documents, name);
      return connector.getStateOfNode?.(objectOr(config));
    });
    if (state) needs.add(state);
  }
  for (const name of documents.names('flow')) {
    const plan = documents.flow(name);
    if (!plan) continue;
    for (const need of getOwnNeeds(plan)) needs.add(need);
    if (plan.connections.some((use) => mayUseFiles(documents, use, calls))) needs.add('files');
  }
  return [...needs];
}

function mayUseFiles(
  documents: RunDocuments,
  { connection, action, args }: FlowPlan['connections'][number],
  calls: RunServices['calls'],
): boolean {
  const actions = ofInstalled(() => calls.actions(documents, connection));
  const input = isObject(args?.value) ? (args.value as JsonObject) : undefined;
  return findAction(actions, action)?.mayUseFiles?.(input) ?? false;
}

/** Undefined for a connection that no node can use. */
function ofInstalled<Result>(find: () => Result): Result | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof FlowError) return undefined;
    throw error;
  }
}

/** True where the flow and its environment have no older version in service. */
function isInNewestVersion(
  snapshot: Snapshot,
  flow: EntityRecord,
  environment: EntityRecord | undefined,
): boolean {
  const isNewest = ({ kind, name }: EntityRecord) => snapshot.lastGood(kind, name) === undefined;
  return isNewest(flow) && (environment === undefined || isNewest(environment));
}
