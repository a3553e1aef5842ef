export type Role = 'viewer' | 'operator' | 'editor' | 'admin';

/** Who is calling. */
export interface Principal {
  /** `user:<name>` or `api-key:<name>`. */
  id: string;
  role: Role;
}
