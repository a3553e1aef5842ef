import { lowest, type Principal } from '../access/access.js';
import type { Session } from './sessions.js';

interface SessionPrincipal {
  /** The person that `principal` was made of: another one, after a change of its account, makes another principal. */
  readonly of: Principal;
  readonly principal: Principal;
}

export interface SessionPrincipalsOptions {
  /** Returns the principal of a user that may sign in, as it is now. */
  findUser(name: string): Principal | undefined;
  /** The issuer whose persons are accepted; the sessions of those of an earlier one have ended. */
  issuer: string | undefined;
}

/** The principals of sessions: persons, or clients within what a person has granted to them. */
export class SessionPrincipals {
  readonly #ofClients = new WeakMap<Session, SessionPrincipal>();

  constructor(private readonly options: SessionPrincipalsOptions) {}

  /** Returns the same object while neither the account nor the grant changes; undefined for a person that may not sign in. */
  find(session: Session): Principal | undefined {
    const { user, grant } = session;
    if (grant === undefined) return this.options.findUser(user);
    const { person } = grant;
    if (person && person.issuer !== this.options.issuer) return undefined;
    const of = person ? person.principal : this.options.findUser(user);
    if (of === undefined) return undefined;
    const before = this.#ofClients.get(session);
    if (before?.of === of) return before.principal;
    const { role, actor, scopes } = grant;
    const { groups } = of;
    const principal: Principal = {
      id: of.id,
      role: lowest([of.role, role]) ?? role,
      actor,
      ...(scopes && { scopes }),
      ...(groups && { groups }),
    };
    this.#ofClients.set(session, { of, principal });
    return principal;
  }
}
