import type { Principal, Role } from './contract.js';
import { highest, isAtLeast, lowest } from './roles.js';
import { matches } from './wildcard.js';

/** What somebody wants to do something to. Without `type` and `name`: to all that there is. */
export interface Target {
  /** Left out for what lives in the installation and not in a branch. */
  branch?: string;
  type?: string;
  name?: string;
  /** A part of it is enough, since what may not be seen is left out. */
  some?: boolean;
}

export interface Grant {
  role: Role;
  types?: readonly string[];
  names?: readonly string[];
  branches?: readonly string[];
}

/** What the teams of one principal come to. */
export interface Membership {
  grants: readonly Grant[];
  /** No role where no grant matches. */
  confined: boolean;
}

/** The fields of a `team` entity that count here. */
export interface TeamFields {
  members: readonly string[];
  confined?: boolean;
  grants?: readonly Grant[];
}

/** No team gives these: whoever holds them could give himself all the rest. */
const administratorsOnly: ReadonlySet<string> = new Set([
  'user',
  'api-key',
  'audit',
  // Settings say who is let in, and a backup has the users in it: it can be read, and restored.
  'config-section',
  'backup',
]);

/** Memberships by principal id. A member without a prefix is a user. */
export function memberships(teams: Iterable<TeamFields>): ReadonlyMap<string, Membership> {
  const found = new Map<string, Membership>();
  for (const { members, grants = [], confined = false } of teams) {
    for (const member of new Set(members)) {
      const id = /^(user|oidc|api-key):/.test(member) ? member : `user:${member}`;
      const before = found.get(id) ?? { grants: [], confined: false };
      found.set(id, { grants: [...before.grants, ...grants], confined: before.confined || confined });
    }
  }
  return found;
}

/**
 * What one principal may do where. Administrators may do everything. Where grants of the principal's teams match, the
 * highest of their roles counts in place of the principal's own; where none does, its own, unless it is confined.
 */
export class Access {
  constructor(
    readonly principal: Principal,
    private readonly membership: Membership | undefined,
  ) {}

  /** Whether what the principal may do is the same everywhere: nothing needs to be filtered. */
  get isEven(): boolean {
    return this.membership === undefined || this.principal.role === 'admin';
  }

  may(role: Role, target: Target): boolean {
    const found = this.roleOn(target);
    return found !== undefined && isAtLeast(found, role);
  }

  roleOn(target: Target): Role | undefined {
    const { role } = this.principal;
    if (this.membership === undefined || role === 'admin') return role;
    if (target.branch === undefined && target.type === undefined) return role;
    const isOfAdministrators = target.type !== undefined && administratorsOnly.has(target.type);
    if (isOfAdministrators) return role;
    const { grants, confined } = this.membership;
    const own = confined ? undefined : role;
    const touching = grants.filter((grant) => covers(grant, target) !== 'nothing');
    if (target.some) return highest([...touching.map((grant) => grant.role), ...(own ? [own] : [])]);
    const whole = highest(
      grants.filter((grant) => covers(grant, target) === 'all').map((grant) => grant.role),
    );
    const found = whole ?? own;
    if (found === undefined) return undefined;
    // A part of the target where less is allowed narrows the whole.
    const parts = touching.filter((grant) => covers(grant, target) === 'part').map((grant) => grant.role);
    return lowest([found, ...parts.filter((part) => whole === undefined && !isAtLeast(part, found))]);
  }
}

function covers(grant: Grant, { branch, type, name, some }: Target): 'all' | 'part' | 'nothing' {
  if (branch === undefined && !some) {
    // What lives in the installation is given by its type alone.
    if (type === undefined || !grant.types?.includes(type) || grant.branches) return 'nothing';
  }
  if (branch !== undefined && covered(grant.branches, branch) === 'nothing') return 'nothing';
  const types = covered(grant.types, type);
  const names = covered(grant.names, name);
  if (types === 'nothing' || names === 'nothing') return 'nothing';
  return types === 'part' || names === 'part' ? 'part' : 'all';
}

function covered(patterns: readonly string[] | undefined, value: string | undefined) {
  if (patterns === undefined || patterns.includes('*')) return 'all';
  if (value === undefined) return 'part';
  return patterns.some((pattern) => matches(pattern, value)) ? 'all' : 'nothing';
}
