export type Role = 'viewer' | 'operator' | 'editor' | 'admin';

/** From the least to the most. */
export const roles = ['viewer', 'operator', 'editor', 'admin'] as const satisfies readonly Role[];

const rank: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, editor: 2, admin: 3 };

export function isAtLeast(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed];
}

export function highest(of: readonly Role[]): Role | undefined {
  return of.reduce<Role | undefined>(
    (best, role) => (best && isAtLeast(best, role) ? best : role),
    undefined,
  );
}

export function lowest(of: readonly Role[]): Role | undefined {
  return of.reduce<Role | undefined>(
    (least, role) => (least && isAtLeast(role, least) ? least : role),
    undefined,
  );
}

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(rank, value);
}
