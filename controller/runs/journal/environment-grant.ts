import type { Environment } from '../../../schemas/index.js';
import type { Snapshot } from '../../catalog/index.js';
import { type EnvironmentGrant, overlap } from '../../security/policy/secret-policy.js';

/**
 * Returns what an environment of the production branch gives to other branches. Undefined where production has no such
 * environment, its newest version is not in service, or another one has secrets under its prefix.
 */
export function findGrant(production: Snapshot, environment: string): EnvironmentGrant | undefined {
  const record = production.get('environment', environment);
  const conditions = production.status('environment', environment)?.conditions ?? [];
  const isReady = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  if (!record || !isReady) return undefined;
  const { branches = [], secrets, hosts = [] } = record.definition as unknown as Partial<Environment>;
  const overlaps = production.list('environment').some((other) => {
    const theirs = (other.definition as unknown as Environment).secrets;
    return other.name !== environment && theirs !== undefined && overlap(theirs, secrets ?? '');
  });
  return overlaps ? undefined : { branches, secrets, hosts };
}
