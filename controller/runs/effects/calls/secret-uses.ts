import { objectOr } from '../../../../schemas/json/values.js';
import type { EntityRecord, Snapshot } from '../../../catalog/index.js';
import type { FlowPlan } from '../../../flows/index.js';
import { namesSecret } from '../../../security/policy/secret-reference.js';
import type { RunDocuments } from '../../journal/run-documents.js';

/** The flows and connections that a flow can reach. */
interface UsedEntities {
  flow(name: string): FlowPlan | undefined;
  /** True when the connection names a secret. */
  connection(name: string): boolean;
}

/** Tells whether a flow, a flow that it starts, or a connection that one of them calls uses a secret. */
export function flowUsesSecret(documents: RunDocuments, flow: FlowPlan): boolean {
  return usesSecret(flow, {
    flow: (name) => documents.flow(name),
    connection: (name) => connectionUsesSecret(documents, name),
  });
}

function usesSecret(flow: FlowPlan, used: UsedEntities): boolean {
  const flows = new Set([flow]);
  for (const { secrets, connections, subflows } of flows) {
    if (secrets.length > 0 || connections.some(({ connection }) => used.connection(connection))) return true;
    for (const { name } of subflows) {
      const plan = used.flow(name);
      if (plan) flows.add(plan);
    }
  }
  return false;
}

/** Tells whether the configuration of a connection in its environment names a secret. */
export function connectionUsesSecret(documents: RunDocuments, name: string): boolean {
  return namesSecret(documents.connection(name)?.['config'] ?? null);
}

/** Tells whether a flow of a snapshot can reach a secret, or a script is used by a flow that can. */
export function entityReachesSecret(
  snapshot: Snapshot,
  { type, name }: { type: string; name: string },
): boolean {
  if (type === 'flow') return flowReachesSecret(snapshot, name);
  const uses = (flow: EntityRecord) =>
    flow.references.some((reference) => reference.kind === type && reference.name === name);
  return snapshot.list('flow').some((flow) => uses(flow) && flowReachesSecret(snapshot, flow.name));
}

function flowReachesSecret(snapshot: Snapshot, name: string): boolean {
  const flow = (each: string) => snapshot.get('flow', each)?.compiled as FlowPlan | undefined;
  const plan = flow(name);
  const connection = (each: string) => connectionNamesSecret(snapshot, each);
  return plan !== undefined && usesSecret(plan, { flow, connection });
}

/** Tells whether a connection names a secret, by itself or in any environment. */
function connectionNamesSecret(snapshot: Snapshot, name: string): boolean {
  const config = snapshot.get('connection', name)?.definition['config'] ?? null;
  const overrides = snapshot
    .list('environment')
    .map(({ definition }) => objectOr(definition['connections'])[name] ?? null);
  return [config, ...overrides].some(namesSecret);
}
