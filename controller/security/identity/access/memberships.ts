import { type Grant, getPrincipal, type Membership } from './access.js';

/** The fields of a `team` entity that matter here. */
export interface TeamFields {
  name: string;
  members: readonly string[];
  confined?: boolean;
  grants?: readonly Grant[];
}

/** Returns memberships by principal id. */
export function memberships(teams: Iterable<TeamFields>): ReadonlyMap<string, Membership> {
  const byUser = new Map<string, { grants: Grant[]; confined: boolean; teams: string[] }>();
  for (const { name, members, grants = [], confined = false } of teams) {
    for (const id of new Set(members.map(getPrincipal))) {
      const membership = byUser.get(id) ?? { grants: [], confined: false, teams: [] };
      membership.grants.push(...grants);
      membership.confined ||= confined;
      membership.teams.push(name);
      byUser.set(id, membership);
    }
  }
  return byUser;
}
