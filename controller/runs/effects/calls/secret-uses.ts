import type { FlowPlan } from '../../../flows/index.js';
import type { RunDocuments } from '../../journal/run-documents.js';
import { namesSecret } from '../../journal/secret-reference.js';

/** Tells whether a flow, a flow that it starts, or a connection that one of them calls uses a secret. */
export function flowUsesSecret(documents: RunDocuments, flow: FlowPlan): boolean {
  const known = new Set([flow]);
  for (const { secrets, connections, subflows } of known) {
    if (secrets.length > 0) return true;
    if (connections.some(({ connection }) => connectionUsesSecret(documents, connection))) return true;
    for (const { name } of subflows) {
      const plan = documents.flow(name);
      if (plan) known.add(plan);
    }
  }
  return false;
}

/** Tells whether the configuration of a connection in its environment names a secret. */
export function connectionUsesSecret(documents: RunDocuments, name: string): boolean {
  return namesSecret(documents.connection(name)?.['config'] ?? null);
}
