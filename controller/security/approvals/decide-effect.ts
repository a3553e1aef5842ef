import type { Actor } from '../identity/access/access.js';

/** `ask`: the caller's own surface asks first. `pending`: a person grants it elsewhere. */
export type EffectDecision = 'pending' | 'ask' | 'allowed';

interface EffectRequest {
  actor: Actor;
  /** A person has granted this very effect. */
  isGranted: boolean;
  /** The surface asks for consent before an effect (MCP). */
  asksFirst: boolean;
}

/** Decides on an effect that the caller has the right to, for every surface: no agent causes one alone. */
export function decideEffect({ actor, isGranted, asksFirst }: EffectRequest): EffectDecision {
  if (isGranted) return 'allowed';
  if (actor === 'agent') return 'pending';
  return asksFirst ? 'ask' : 'allowed';
}
