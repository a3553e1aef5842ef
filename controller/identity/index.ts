export { Access, type Grant, type Membership, memberships, type Target } from './access.js';
export { createApiKey, isWellFormedApiKey } from './api-key.js';
export type { ApiKeyChanges, ApiKeys, IssuedApiKey, NewApiKey } from './api-keys.js';
export { Budgets, newBudget, spend, spent } from './budget.js';
export type {
  ApiKey,
  Budget,
  Caller,
  Client,
  Principal,
  Role,
  Share,
  ShareRight,
  ShareScope,
  TokenGrant,
  User,
} from './contract.js';
export type { InitialAdmin } from './first-admin.js';
export { type Identity, type IdentityOptions, openIdentity } from './identity.js';
export { namePattern } from './names.js';
export { hashPassword, verifyPassword } from './password.js';
export { isAtLeast, roles } from './roles.js';
export type { IssuedShare, NewShare, ShareChanges, Shares } from './shares.js';
export type { NewUser, UserChanges, Users } from './users.js';
