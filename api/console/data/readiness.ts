import type { Schemas } from './client.js';

type Condition = Pick<Schemas['Condition'], 'type' | 'status'>;

/**
 * `broken`: no version was ever valid. `behind`: an older version is in service, the newest is not valid. `blocked`: it cannot
 * run as things are.
 */
export type Readiness = 'ready' | 'broken' | 'behind' | 'blocked';

/** Returns the state of an entity in one word. @param hasVersion true where some version is in service */
export function getReadiness(conditions: readonly Condition[], hasVersion: boolean): Readiness {
  const isFalse = (type: Condition['type']) =>
    conditions.some((each) => each.type === type && each.status === 'False');
  if (!hasVersion) return 'broken';
  if (isFalse('Runnable')) return 'blocked';
  return isFalse('Ready') ? 'behind' : 'ready';
}
