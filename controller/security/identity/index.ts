export type { Actor, PersonalAct, Principal } from './access/access.js';
export {
  Access,
  type Grant,
  type Membership,
  type Role,
  roles,
  type Target,
} from './access/access.js';
export { type AnswerFault, answerFault, getActor, linkFault, type People } from './access/answers.js';
export { findRoleOfAssignee, getPrincipals } from './access/assignees.js';
export { memberships, type TeamFields, withGroups } from './access/memberships.js';
export { type RefusalReason, RefusedToken } from './access/refusal.js';
export type { ApiKeyChanges } from './credentials/api-keys.js';
export type { Caller } from './credentials/credential-index.js';
export {
  type Budget,
  Budgets,
  createApiKey,
  isWellFormedApiKey,
  newBudget,
  spend,
} from './credentials/credential-index.js';
export { namePattern } from './credentials/fields.js';
export type { ShareChanges } from './credentials/shares.js';
export { type Identity, openIdentity } from './identity.js';
export type { TokenGrant } from './sign-in/sign-in.js';
export type { LoginAttempt, OidcLogin } from './tokens/oidc-login.js';
export type { InitialAdmin } from './users/first-admin.js';
export { hashPassword, verifyPassword } from './users/password.js';
export { type ClientGrant, type Session, toPrincipalId } from './users/sessions.js';
export type { UserChanges } from './users/users.js';
