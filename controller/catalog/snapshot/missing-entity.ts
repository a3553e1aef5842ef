import { didYouMean } from '../../../schemas/nearest.js';
import { Problem } from '../../problems/index.js';
import { type Finding, problemDetail } from '../rules/finding.js';
import type { EntityRecord } from '../state/branch-state.js';
import type { Snapshot } from './contract.js';

/** The record of an entity in service. @throws Problem where there is none, or none that was ever valid */
export function requireRecord(snapshot: Snapshot, type: string, name: string): EntityRecord {
  const record = snapshot.get(type, name);
  if (record) return record;
  const status = snapshot.status(type, name);
  throw status ? neverValid(type, name, status.findings) : unknownEntity(snapshot, type, name);
}

/**
 * The problem of a name that does not exist, with the nearest one that does, or the call that lists them: the caller may not see all
 * that there are.
 */
export function unknownEntity(snapshot: Snapshot, type: string, name: string): Problem {
  const { branch } = snapshot;
  const code =
    type === 'flow' || type === 'environment' ? (`${type}_not_found` as const) : 'entity_not_found';
  const near = didYouMean(name, listNames(snapshot, type));
  const list = {
    text: 'List those that there are with {call}.',
    operation: 'list-entities',
    arguments: { branch, op: 'platform', type },
  };
  return new Problem(code, `There is no ${type} \`${name}\` on branch \`${branch}\``, {
    hints: near.length > 0 ? near : [list],
  });
}

/** The problem of an entity without any version in service, with its faults. */
export function neverValid(type: string, name: string, findings: readonly Finding[]): Problem {
  return new Problem('entity_invalid', `The ${type} \`${name}\` never had a valid version`, {
    errors: findings.map(problemDetail),
  });
}

/** The names of a type, sorted; those of entities that were never valid included. */
export function listNames(snapshot: Snapshot, type: string): string[] {
  const names = new Set(snapshot.list(type).map((record) => record.name));
  for (const status of snapshot.statuses()) if (status.kind === type) names.add(status.name);
  return [...names].sort();
}
