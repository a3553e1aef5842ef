import { Problem } from '../../../controller/problems/index.js';
import { type Actor, getActor as actorOfPrincipal } from '../../../controller/security/identity/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Effect, OperationContext } from './operation.js';

type Caller = Pick<OperationContext, 'principal' | 'assistant' | 'confirm'>;

/** Returns the nature of the caller: that of its credential, and an agent for the assistant of a folder's owner. */
export function getActor({ principal, assistant }: Pick<Caller, 'principal' | 'assistant'>): Actor {
  return assistant === undefined ? actorOfPrincipal(principal) : 'agent';
}

/**
 * Decides on an effect for every surface, once the caller is known to have the right: agents are refused, and over MCP a person
 * is asked first. Call it for nothing that a dry run does.
 * @throws Problem agent_refused, confirmation_required
 */
export function requireConsent(caller: Caller, effect: Effect): void {
  if (getActor(caller) === 'agent') throw agentRefused(caller, effect);
  caller.confirm?.(effect);
}

export function agentRefused(
  { principal, assistant }: Pick<Caller, 'principal' | 'assistant'>,
  { text, instead = [] }: Pick<Effect, 'text' | 'instead'>,
): Problem {
  const by =
    assistant === undefined ? `${principal.id} is an agent` : 'an assistant of `svc mcp` is an agent';
  return new Problem('agent_refused', `${text}: ${by}, and no agent does that by itself`, {
    hints: [
      ...instead,
      'Tell the user what you would do: a person who has the right does it with a credential of their own.',
    ],
  });
}

/** Returns the fields that change, such as `role: viewer → admin`. */
export function changesInWords(before: object, changes: object): string {
  const definitionBefore = before as JsonObject;
  const changed = Object.entries(changes as JsonObject).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(definitionBefore[field] ?? null),
  );
  if (changed.length === 0) return 'nothing changes';
  return changed
    .map(([field, value]) => `${field}: ${inWords(definitionBefore[field])} → ${inWords(value)}`)
    .join(', ');
}

function inWords(value: Json | undefined): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
