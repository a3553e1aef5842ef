import type { Json } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import type { FlowPlan } from '../../../flows/index.js';
import type { RunDocuments } from '../../journal/run-documents.js';

/** The path and key of a value that stands for a key of a secret (`{ secret, key }`); undefined for any other value. */
export function secretReference(value: Json): { path: string; key: string } | undefined {
  if (!isObject(value)) return undefined;
  const { secret, key } = value;
  const isReference =
    typeof secret === 'string' && typeof key === 'string' && Object.keys(value).length === 2;
  return isReference ? { path: secret, key } : undefined;
}

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

function namesSecret(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (secretReference(value)) return true;
  return Object.values(value).some(namesSecret);
}
