import { Access, getPrincipal, type Role, roles, type Target } from './access.js';
import { getActor, type People } from './answers.js';
import { memberships } from './memberships.js';

/** The prefix of an assignee that stands for all people with a role. */
const rolePrefix = 'role:';

/** Returns the role of an assignee such as `role:editor`; undefined for others. */
export function findRoleOfAssignee(assignee: string): Role | undefined {
  if (!assignee.startsWith(rolePrefix)) return undefined;
  return roles.find((role) => role === assignee.slice(rolePrefix.length));
}

/**
 * Returns the principals of assignees, each once: users without a prefix, `oidc:<name>`, `api-key:<name>`, the members of
 * `team:<name>`, and the users who have the role of `role:<name>` on the target. A role that no user has stands for itself:
 * people of the issuer and keys of persons may have it, which no link reaches.
 */
export function getPrincipals(assignees: readonly string[], people: People, target: Target): string[] {
  const principals = assignees.flatMap((each) => {
    if (each.startsWith('team:')) {
      const { members = [] } = people.teams.find(({ name }) => name === each.slice('team:'.length)) ?? {};
      return members.map(getPrincipal);
    }
    const role = findRoleOfAssignee(each);
    if (role === undefined) return [getPrincipal(each)];
    const users = getUsersOfRole(role, people, target);
    return users.length > 0 ? users : [each];
  });
  return [...new Set(principals)];
}

/** Returns the persons among the users who have a role, or a higher one, on a target. */
function getUsersOfRole(role: Role, { users, teams }: People, target: Target): string[] {
  const byPrincipal = memberships(teams);
  return users.list().flatMap(({ name }) => {
    const principal = users.principal(name);
    if (principal === undefined || getActor(principal) !== 'person') return [];
    const isMeant = new Access(principal, byPrincipal.get(principal.id)).may(role, target);
    return isMeant ? [principal.id] : [];
  });
}
