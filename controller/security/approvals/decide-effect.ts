import type { Actor } from '../identity/access/access.js';

/** `ask`: the caller's own surface asks first. `pending`: a person grants it elsewhere. */
export type EffectDecision = 'refused' | 'pending' | 'ask' | 'allowed';

interface EffectRequest {
  actor: Actor;
  /** The caller's rights include the effect. */
  hasRight: boolean;
  /** A person has granted this very effect. */
  isGranted: boolean;
  /** The surface asks for consent before an effect (MCP). */
  asksFirst: boolean;
}

/** Decides on an effect, for every surface: whose rights do not include it is refused, and no agent causes one alone. */
export function decideEffect({ actor, hasRight, isGranted, asksFirst }: EffectRequest): EffectDecision {
  if (!hasRight) return 'refused';
  if (isGranted) return 'allowed';
  if (actor === 'agent') return 'pending';
  return asksFirst ? 'ask' : 'allowed';
}
