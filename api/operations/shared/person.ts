import { Problem } from '../../../controller/problems/index.js';
import {
  type Actor,
  getActor as getPrincipalActor,
  type PersonalAct,
  type Target,
} from '../../../controller/security/identity/index.js';
import { getAccess } from './authorization.js';
import type { OperationContext } from './operation.js';

/** Returns what the caller is. A program that calls over MCP counts as an agent, whatever its credential. */
export function getCallingActor({
  principal,
  origin,
}: Pick<OperationContext, 'principal' | 'origin'>): Actor {
  return origin.via === 'mcp' ? 'agent' : getPrincipalActor(principal);
}

/**
 * Refuses an act that is left to persons, unless a grant allows it on each of the targets.
 * @throws Problem person_required
 */
export function requirePerson(
  context: Pick<OperationContext, 'controller' | 'principal' | 'origin' | 'assistant'>,
  act: PersonalAct,
  targets: readonly Target[],
): void {
  const { principal, origin, assistant } = context;
  const actor = assistant === undefined ? getCallingActor(context) : 'agent';
  const access = getAccess(context);
  if (actor === 'person' || targets.every((target) => access.mayAct(act, target))) return;
  const why = origin.via === 'mcp' ? ', as calls over MCP are those of an agent' : '';
  throw new Problem(
    'person_required',
    `${principal.id} counts as ${actor === 'agent' ? 'an agent' : 'a service'}${why}`,
  );
}
