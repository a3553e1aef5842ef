import { getPrincipal } from './access.js';

/** The fields of a `team` entity that matter here. */
interface Team {
  name: string;
  members: readonly string[];
}

/** Returns the principals of assignees, each once: users without a prefix, `oidc:<name>`, `api-key:<name>`, and the members of `team:<name>`. */
export function getPrincipals(assignees: readonly string[], teams: readonly Team[]): string[] {
  const members = assignees.flatMap((each) => {
    if (!each.startsWith('team:')) return [each];
    return teams.find(({ name }) => name === each.slice('team:'.length))?.members ?? [];
  });
  return [...new Set(members.map(getPrincipal))];
}
