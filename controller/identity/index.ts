export { createApiKey, digestApiKey, isWellFormedApiKey } from './api-key.js';
export type { Principal, Role } from './contract.js';
export { type Identity, type InitialAdmin, openIdentity } from './identity.js';
export { hashPassword, verifyPassword } from './password.js';
