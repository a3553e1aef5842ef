import { findRefusingScope, namesObjects, type ScopeName, type Scopes } from './scopes.js';
import { matches, type Target } from './target.js';

export type { Target } from './target.js';

/** The nature of a caller: only persons complete human tasks, unless a grant allows more. */
export type Actor = 'person' | 'service' | 'agent';

/** Acts that are left to persons, unless a grant allows them to others. */
export type PersonalAct = 'complete-human-task' | 'approve';

export interface Grant {
  role: Role;
  /** Acts that others than persons may do too. */
  may?: readonly PersonalAct[];
  types?: readonly string[];
  names?: readonly string[];
  branches?: readonly string[];
}

/** The grants that one principal has from its teams. */
export interface Membership {
  grants: readonly Grant[];
  /** The principal has no role where no grant matches. */
  confined: boolean;
  /** Names of the teams. */
  teams: readonly string[];
}

/** Types that no team can grant: a holder of such a grant could take every other right. */
const administratorsOnly: ReadonlySet<string> = new Set([
  'user',
  'api-key',
  'audit',
  // Settings decide who is let in. A backup contains the users, and can be read and restored.
  'config-section',
  'backup',
]);

/** Returns the principal id of a member of a team. A member without a prefix is a user. */
export function getPrincipal(member: string): string {
  return /^(user|oidc|api-key):/.test(member) ? member : `user:${member}`;
}

/**
 * The rights of one principal. Administrators may do everything. Where grants of the principal's teams match, the highest
 * role of these grants replaces the principal's own role. Where no grant matches, the principal's own role counts, or
 * none if the principal is confined.
 */
export class Access {
  #rights: string | undefined;

  constructor(
    readonly principal: Principal,
    private readonly membership: Membership | undefined,
  ) {}

  /** True when the principal has the same rights everywhere, so that nothing needs filtering. */
  get isEven(): boolean {
    const { role, scopes } = this.principal;
    if (scopes && namesObjects(scopes)) return false;
    return this.membership === undefined || role === 'admin';
  }

  /** The rights as a text: equal texts are equal rights. */
  get rights(): string {
    const { role, scopes = null } = this.principal;
    if (this.isEven) return role;
    const { confined = false, grants = [] } = this.membership ?? {};
    this.#rights ??= JSON.stringify([role, confined, grants, scopes]);
    return this.#rights;
  }

  /** Names of the principal's teams. */
  get teams(): readonly string[] {
    return this.membership?.teams ?? [];
  }

  may(role: Role, target: Target): boolean {
    const ownRole = this.roleOn(target);
    return ownRole !== undefined && isAtLeast(ownRole, role);
  }

  /** True when the principal has the role on anything. */
  mayAnywhere(role: Role): boolean {
    const { membership, principal } = this;
    if (!membership || principal.role === 'admin') return isAtLeast(principal.role, role);
    const { grants, confined } = membership;
    const own = confined ? [] : [this.principal.role];
    return [...own, ...grants.map((grant) => grant.role)].some((eachRole) => isAtLeast(eachRole, role));
  }

  /** True when a grant allows what is otherwise left to persons. */
  mayAct(act: PersonalAct, target: Target): boolean {
    if (this.findRefusal(target)) return false;
    const grants = this.membership?.grants ?? [];
    return grants.some((grant) => grant.may?.includes(act) === true && covers(grant, target) === 'all');
  }

  /** Returns the scope of the credential that does not cover the target; undefined where all do. */
  findRefusal(target: Target): ScopeName | undefined {
    const { scopes } = this.principal;
    return scopes && findRefusingScope(scopes, target);
  }

  roleOn(target: Target): Role | undefined {
    return this.findRefusal(target) ? undefined : this.#roleWithoutScopes(target);
  }

  /** Tells whether the principal would have the role if its credential had no scopes. */
  mayWithoutScopes(role: Role, target: Target): boolean {
    const ownRole = this.#roleWithoutScopes(target);
    return ownRole !== undefined && isAtLeast(ownRole, role);
  }

  #roleWithoutScopes(target: Target): Role | undefined {
    const { role } = this.principal;
    if (this.membership === undefined || role === 'admin') return role;
    if (target.branch === undefined && target.type === undefined) return role;
    if (target.type !== undefined && administratorsOnly.has(target.type)) return role;
    const { grants, confined } = this.membership;
    const own = confined ? undefined : role;
    const rolesThatCover = (extent: 'all' | 'part') =>
      grants.filter((grant) => covers(grant, target) === extent).map((grant) => grant.role);
    const parts = rolesThatCover('part');
    const whole = highest(rolesThatCover('all'));
    if (target.some) return highest([whole, own, ...parts].filter((role) => role !== undefined));
    const roleOfTarget = whole ?? own;
    if (roleOfTarget === undefined || whole !== undefined) return roleOfTarget;
    // A grant with a lower role on a part of the target lowers the role on the whole target.
    return lowest([roleOfTarget, ...parts]);
  }
}

function covers(grant: Grant, { branch, type, name, some }: Target): 'all' | 'part' | 'nothing' {
  if (branch === undefined && !some) {
    // A grant on objects of the installation has to name their type.
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

export type Role = 'viewer' | 'operator' | 'editor' | 'admin';

/** From the least to the most. */
export const roles = ['viewer', 'operator', 'editor', 'admin'] as const satisfies readonly Role[];

const rank: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, editor: 2, admin: 3 };

export function isAtLeast(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed];
}

export function highest(of: readonly Role[]): Role | undefined {
  return roles.findLast((role) => of.includes(role));
}

export function lowest(of: readonly Role[]): Role | undefined {
  return roles.find((role) => of.includes(role));
}

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(rank, value);
}

/** The right of a share link: to start runs of its flow, or to read them. */
export type ShareRight = 'run' | 'read';

export interface ShareScope {
  branch: string;
  flow: string;
  environment: string | null;
  rights: readonly ShareRight[];
  /** ms since the epoch; runs of an earlier share of the same name are not visible. */
  since: number;
  /** The principal that made the share, with whose rights it ends. */
  createdBy: string;
}

/** The identity of a caller. One object per identity and state: a changed role makes another object. */
export interface Principal {
  /** `user:<name>`, `api-key:<name>`, `oidc:<name>` or `share:<name>`. */
  readonly id: string;
  readonly role: Role;
  /** By default users are persons, and all others services. */
  readonly actor?: Actor;
  /** Limits the principal to the flow of a share link. */
  readonly share?: ShareScope;
  /** Bounds of the credential. */
  readonly scopes?: Scopes;
  /** Names of teams that the issuer of the credential gives besides those that name the principal. */
  readonly groups?: readonly string[];
}
