import { isAtLeast, type Principal, type Role } from '../../controller/security/identity/access/access.js';
import {
  findWiderScope,
  normalizeScopes,
  type ScopeEffect,
  type Scopes,
  scopeEffects,
} from '../../controller/security/identity/access/scopes.js';

/** Every `scope` of OAuth is an effect of scopes of svc. */
export const allEffects = Object.keys(scopeEffects) as ScopeEffect[];

/** The effects that assistants ask for unless they say: to work with flows, without consenting in the place of people. */
export const usualEffects: readonly ScopeEffect[] = ['read', 'run', 'call', 'propose', 'write'];

/** The least role that has an effect. */
const minRoles: Readonly<Record<ScopeEffect, Role>> = {
  read: 'viewer',
  run: 'operator',
  call: 'operator',
  approve: 'operator',
  propose: 'editor',
  write: 'editor',
  merge: 'editor',
  share: 'editor',
  secrets: 'admin',
  administer: 'admin',
};

/** Returns the effects of a `scope`; names that svc does not know, such as `offline_access`, ask for nothing. */
export function parseScope(
  scope: string | undefined,
  otherwise: readonly ScopeEffect[],
): readonly ScopeEffect[] {
  const names = new Set((scope ?? '').split(' '));
  const effects = allEffects.filter((effect) => names.has(effect));
  return effects.length === 0 ? otherwise : effects;
}

/** The choice of a person on the page of a request. */
export interface Choice {
  /** The highest role; undefined for that of the person. */
  role: Role | undefined;
  effects: readonly ScopeEffect[];
  /** Patterns; empty for all branches. */
  branches: readonly string[];
}

/**
 * Returns the role and the scopes of a grant: what the client asked for, as far as the person has it and has chosen it. Undefined where
 * nothing is left.
 */
export function narrow(
  requested: readonly ScopeEffect[],
  { role, effects, branches }: Choice,
  person: Pick<Principal, 'role' | 'scopes'>,
): { role: Role; scopes: Scopes | undefined } | undefined {
  const highest = role !== undefined && isAtLeast(person.role, role) ? role : person.role;
  const own = person.scopes ?? {};
  const granted = requested.filter(
    (effect) =>
      effects.includes(effect) &&
      (own.effects?.includes(effect) ?? true) &&
      // Teams may give the person more than its own role, which a chosen one bounds too.
      (role === undefined || isAtLeast(role, minRoles[effect])),
  );
  if (granted.length === 0) return undefined;
  const isWhole = granted.length === allEffects.length && branches.length === 0;
  const chosen: Scopes = isWhole ? {} : { effects: granted };
  const bounded = branches.length === 0 ? chosen : { ...chosen, branches };
  const scopes = normalizeScopes({ ...own, ...bounded });
  if (person.scopes && findWiderScope(scopes ?? {}, person.scopes)) return undefined;
  return { role: highest, scopes };
}

/** Returns the `scope` of a grant. */
export function toScope(scopes: Scopes | undefined): string {
  return (scopes?.effects ?? allEffects).join(' ');
}
