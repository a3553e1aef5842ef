import { decideEffect } from '../../../controller/security/approvals/decide-effect.js';
import { type Actor, getActor as actorOfPrincipal } from '../../../controller/security/identity/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Effect, OperationContext } from './operation.js';

type Caller = Pick<OperationContext, 'principal' | 'assistant' | 'confirm' | 'grant'>;

/** Returns the nature of the caller: that of its credential, and an agent for the assistant of a folder's owner. */
export function getActor({ principal, assistant }: Pick<Caller, 'principal' | 'assistant'>): Actor {
  return assistant === undefined ? actorOfPrincipal(principal) : 'agent';
}

/** True for an agent that causes no effect: no person has granted it. */
export function isAgentAlone(caller: Pick<Caller, 'principal' | 'assistant' | 'grant'>): boolean {
  return caller.grant === undefined && getActor(caller) === 'agent';
}

/** True where `requireConsent` reads the content of an effect, which may be costly to get. */
export function readsEffects(caller: Caller): boolean {
  return caller.grant !== undefined || caller.confirm !== undefined || isAgentAlone(caller);
}

/** Ends a call whose effect a person has to grant first: the function that performs operations makes a request of it. */
export class EffectAwaitingConsent extends Error {
  constructor(readonly effect: Effect) {
    super(effect.text);
  }
}

/**
 * Decides on an effect for every surface, once the caller is known to have the right: that of an agent waits for a person, and over
 * MCP a person is asked first. Call it for nothing that a dry run does, and right before the effect.
 * @throws EffectAwaitingConsent; Problem confirmation_required, approval_void
 */
export function requireConsent(caller: Caller, effect: Effect): void {
  const { grant, confirm } = caller;
  const decision = decideEffect({
    actor: getActor(caller),
    isGranted: grant !== undefined,
    asksFirst: confirm !== undefined,
  });
  if (decision === 'pending') throw new EffectAwaitingConsent(effect);
  grant?.require(effect);
  if (decision === 'ask') confirm?.(effect);
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
