import type { Session } from './session.js';

type Role = Session['role'];
const ranks: Record<Role, number> = { viewer: 0, operator: 1, editor: 2, admin: 3 };

/**
 * False where a person surely may not do what needs a role. Teams can give more rights on some things than the role of the
 * person does: the service decides then, and its refusal is shown.
 */
export function mayPerhaps(session: Session | undefined, role: Role): boolean {
  if (!session) return false;
  return ranks[session.role] >= ranks[role] || session.teams.length > 0;
}
