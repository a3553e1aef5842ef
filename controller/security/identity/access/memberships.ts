import { type Grant, getPrincipal, type Membership } from './access.js';

/** The fields of a `team` entity that matter here. */
export interface TeamFields {
  name: string;
  members: readonly string[];
  confined?: boolean;
  grants?: readonly Grant[];
}

/** Returns the membership of a principal with the teams that its issuer gives besides. Other names of groups mean nothing. */
export function withGroups(
  membership: Membership | undefined,
  groups: readonly string[] | undefined,
  teams: ReadonlyMap<string, TeamFields>,
): Membership | undefined {
  const more = (groups ?? []).flatMap((group) => teams.get(group) ?? []);
  const added = more.filter(({ name }) => !membership?.teams.includes(name));
  if (added.length === 0) return membership;
  return {
    grants: [...(membership?.grants ?? []), ...added.flatMap(({ grants = [] }) => grants)],
    confined: membership?.confined === true || added.some(({ confined }) => confined),
    teams: [...(membership?.teams ?? []), ...added.map(({ name }) => name)],
  };
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
