/** The objects that a caller wants to act on. Without `type` and `name`: all objects. */
export interface Target {
  /** Left out for objects that belong to the installation and not to a branch. */
  branch?: string;
  type?: string;
  name?: string;
  /** A part of the target is enough, because the answer leaves out what the caller may not see. */
  some?: boolean;
}

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
    return this.membership === undefined || this.principal.role === 'admin';
  }

  /** The rights as a text: equal texts are equal rights. */
  get rights(): string {
    const { role } = this.principal;
    if (this.isEven || !this.membership) return role;
    this.#rights ??= JSON.stringify([role, this.membership.confined, this.membership.grants]);
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
    if (this.isEven || !this.membership) return isAtLeast(this.principal.role, role);
    const { grants, confined } = this.membership;
    const own = confined ? [] : [this.principal.role];
    return [...own, ...grants.map((grant) => grant.role)].some((eachRole) => isAtLeast(eachRole, role));
  }

  /** True when a grant allows what is otherwise left to persons. */
  mayAct(act: PersonalAct, target: Target): boolean {
    const grants = this.membership?.grants ?? [];
    return grants.some((grant) => grant.may?.includes(act) === true && covers(grant, target) === 'all');
  }

  roleOn(target: Target): Role | undefined {
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

/** True when `pattern`, in which `*` stands for any text, matches all of `text`. Takes at most the product of both lengths. */
export function matches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
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
}
