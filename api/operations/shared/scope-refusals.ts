import { Problem } from '../../../controller/problems/index.js';
import type { Principal, Target } from '../../../controller/security/identity/access/access.js';
import {
  findScopeAgainst,
  type ScopeEffect,
  type ScopeName,
} from '../../../controller/security/identity/access/scopes.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { Operation, OperationContext } from './operation.js';

// Refusals of things that the scopes of a credential leave out, with the way on.

/** Patterns of a scope that a refusal names. */
const maxNamed = 20;

/** The pattern that would let a scope cover a target. */
export function getScopeValue(
  scope: ScopeName,
  { branch, type, name, environment }: Target,
): string | undefined {
  if (scope === 'branches') return branch;
  if (scope === 'environments') return environment ?? (type === 'environment' ? name : undefined);
  if (name === undefined || type === undefined) return undefined;
  return scope === 'flows' && type === 'flow' ? name : `${type}/${name}`;
}

/** The effects of an operation, as scopes tell them apart. An operation without any is in each scope. */
function getScopeEffects({ effects, hints, permission }: Operation): readonly ScopeEffect[] {
  if (effects) return effects;
  if (hints.readOnly) return ['read'];
  if (permission === 'admin') return ['administer'];
  return permission === 'editor' ? ['write'] : ['run'];
}

/** Tells whether the scopes of the credential let a tool perform an operation on anything. */
export function isInScope(
  caller: Pick<OperationContext, 'principal'>,
  operation: Operation,
  tool: string,
): boolean {
  return refusalOfCall({ ...caller, tool }, operation) === undefined;
}

/** Returns the refusal of an operation that the scopes of the credential leave out, whatever it is about; undefined where they do not. */
export function refusalOfCall(
  { principal, tool }: Pick<OperationContext, 'principal' | 'tool'>,
  operation: Operation,
): Problem | undefined {
  if (!principal.scopes) return undefined;
  if (operation.isUnbounded)
    return new Problem(
      'forbidden',
      `\`${operation.name}\` can give rights that no scope bounds, and ${principal.id} has scopes`,
      { hints: ['Use a credential of an administrator without scopes.'] },
    );
  const effects = getScopeEffects(operation);
  const scope = findScopeAgainst(principal.scopes, { operation: operation.name, tool, effects });
  const value = scope === 'tools' ? operation.name : effects[0];
  return scope && outOfScope(principal, scope, `\`${operation.name}\``, value);
}

/** Refuses an operation that the scopes of the credential leave out. @throws Problem forbidden */
export function requireOperationInScope(
  { principal }: Pick<OperationContext, 'principal'>,
  operation: Operation,
): void {
  const refusal = refusalOfCall({ principal }, operation);
  if (refusal) throw refusal;
}

/** Tells whether the scopes of the credential have an effect. */
export function mayEffect({ principal }: Pick<OperationContext, 'principal'>, effect: ScopeEffect): boolean {
  return principal.scopes?.effects?.includes(effect) ?? true;
}

/** Refuses a part of a call whose effect the scopes of the credential leave out. @throws Problem forbidden */
export function requireScopeEffect(
  caller: Pick<OperationContext, 'principal'>,
  effect: ScopeEffect,
  what: string,
): void {
  const { principal } = caller;
  if (!mayEffect(caller, effect)) throw outOfScope(principal, 'effects', what, effect);
}

/** The problem of something that a scope leaves out. @param value what would have to be in the scope */
export function outOfScope(
  { id, scopes = {} }: Principal,
  scope: ScopeName,
  what: string,
  value: string | undefined,
): Problem {
  const own = scopes[scope];
  const list = Array.isArray(own) ? own : [];
  const words =
    list.length === 0
      ? 'nothing'
      : list
          .slice(0, maxNamed)
          .map((each) => `\`${each}\``)
          .join(', ');
  const detail = `${what} is outside of the scopes of ${id}: \`${scope}\` has ${words}`;
  const widened = { ...scopes, ...(value === undefined ? {} : { [scope]: [...list, value] }) };
  const isKey = id.startsWith('api-key:');
  const keyHint = {
    text: 'Work within the scopes (`read-me` lists them), or ask an administrator to widen them with {call}.',
    operation: 'update-api-key',
    arguments: { id: id.slice('api-key:'.length), scopes: widened as JsonObject },
  };
  const clientHint =
    'Work within the scopes (`read-me` lists them), or ask an administrator to widen them in `Auth.Oidc.Clients`.';
  return new Problem('forbidden', detail, { hints: [isKey ? keyHint : clientHint] });
}
