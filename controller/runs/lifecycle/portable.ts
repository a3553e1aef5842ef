import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { EntityRecord, Snapshot } from '../../catalog/index.js';
import type { FlowPlan } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { findEnvironment, type RunDocuments } from '../journal/run-documents.js';
import type { RunServices } from './run-context.js';

/** Entities whose state or rules only the leader knows. */
const ofLeader = ['store', 'team', 'cache-policy'];
/** Connectors whose data is on the disk of one node, or that make files of runs. */
const ofOneDisk: ReadonlySet<unknown> = new Set(['sqlite', 's3', 'sftp', 'imap']);
/** Tasks whose waits and events the leader keeps. */
const tasksOfLeader = ['listen', 'emit'];
/** Processes that read and write files of runs. */
const processesOfLeader = ['container', 'shell'];
/** Files of runs are on the disk of the node that made them. */
const aboutFiles = /file|download|upload|attachment/i;

const cache = new WeakMap<RunDocuments, boolean>();

/**
 * True for a flow that any node can execute: it needs no state that one node keeps for all of them. Tells so only where that
 * is certain.
 */
export function isPortableFlow(
  { documents, settings }: Pick<RunServices, 'documents' | 'settings'>,
  snapshot: Snapshot,
  request: { flow: string; environment: string | undefined },
): boolean {
  const flow = snapshot.get('flow', request.flow);
  if (!flow) return false;
  const environment = selectEnvironment(
    snapshot,
    request.environment ?? settings.current().Flows?.Environment,
  );
  if (environment === 'missing' || !isInNewestVersion(snapshot, flow, environment)) return false;
  const pinned = documents.of(snapshot, flow, environment);
  const isPortable = cache.get(pinned) ?? arePortable(pinned);
  cache.set(pinned, isPortable);
  return isPortable;
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

function arePortable(documents: RunDocuments): boolean {
  if (ofLeader.some((kind) => documents.names(kind).length > 0)) return false;
  const connections = documents.names('connection').map((name) => documents.connection(name));
  if (connections.some((connection) => !isPortableConnection(connection))) return false;
  return documents.names('flow').every((name) => {
    const plan = documents.flow(name);
    return plan !== undefined && isPortablePlan(plan);
  });
}

function isPortableConnection(connection: JsonObject | undefined): boolean {
  if (connection === undefined || ofOneDisk.has(connection['connector'])) return false;
  // The limit is one for all runs.
  return !('rateLimit' in ((connection['config'] ?? {}) as object));
}

function isPortablePlan(plan: FlowPlan): boolean {
  if (plan.concurrency !== undefined || plan.listens || plan.asksPeople || plan.disabled !== undefined)
    return false;
  return !aboutFiles.test(JSON.stringify(plan.definition)) && isPortableTask(plan.definition);
}

function isPortableTask(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isPortableTask);
  if (value === null || typeof value !== 'object') return true;
  if (tasksOfLeader.some((name) => name in value)) return false;
  const run = value['run'] as JsonObject | undefined;
  if (run !== undefined && processesOfLeader.some((name) => Object.hasOwn(Object(run), name))) return false;
  return Object.values(value).every((each) => each === undefined || isPortableTask(each));
}

/** Flows and environments of which an older version is in service are left to the leader, which has all commits. */
function isInNewestVersion(
  snapshot: Snapshot,
  flow: EntityRecord,
  environment: EntityRecord | undefined,
): boolean {
  const isNewest = ({ kind, name }: EntityRecord) => snapshot.lastGood(kind, name) === undefined;
  return isNewest(flow) && (environment === undefined || isNewest(environment));
}
