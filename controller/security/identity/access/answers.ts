import { Access, type Actor, type PersonalAct, type Principal, type Role, type Target } from './access.js';
import { memberships, type TeamFields } from './memberships.js';

/** Returns the nature of a principal, whatever surface it uses. */
export function getActor({ id, actor }: Pick<Principal, 'id' | 'actor'>): Actor {
  return actor ?? (/^(user|oidc):/.test(id) ? 'person' : 'service');
}

/** The identities and the teams of production, at the moment. */
export interface People {
  users: {
    /** Undefined for a user that may not sign in. */
    principal(name: string): Principal | undefined;
    list(): readonly { name: string }[];
  };
  apiKeys: { list(): readonly { name: string; role: Role; actor: Actor }[] };
  /** False when no issuer (`Auth.Oidc`) is configured. */
  hasIssuer: boolean;
  teams: readonly TeamFields[];
}

const act: PersonalAct = 'complete-human-task';

/** Returns why a principal cannot complete the human tasks of a flow; undefined when it can. */
export function answerFault(id: string, people: People, target: Target): string | undefined {
  const sort = id.slice(0, id.indexOf(':'));
  const name = id.slice(id.indexOf(':') + 1);
  if (sort === 'oidc')
    return people.hasIssuer ? undefined : `no issuer is configured that \`${name}\` could sign in with`;
  if (sort === 'user') {
    const principal = people.users.principal(name);
    if (principal) return principalFault(principal, people, target);
    const isDisabled = people.users.list().some((user) => user.name === name);
    if (isDisabled) return `the user \`${name}\` is disabled`;
    const isKey = people.apiKeys.list().some((key) => key.name === name);
    return `there is no user \`${name}\`${isKey ? `; the API key of this name is \`api-key:${name}\`` : ''}`;
  }
  const keys = people.apiKeys.list().filter((key) => key.name === name);
  if (keys.length === 0) return `there is no API key \`${name}\``;
  const faults = keys.map((key) => principalFault({ id, role: key.role, actor: key.actor }, people, target));
  return faults.includes(undefined) ? undefined : faults[0];
}

/** Returns why a principal cannot use the link to a human task; undefined when it can. */
export function linkFault(id: string, people: People, target: Target): string | undefined {
  if (id.startsWith('api-key:')) {
    return 'it is an API key, which opens no link: the key completes the task with `svc human-tasks complete`';
  }
  return answerFault(id, people, target);
}

function principalFault(principal: Principal, { teams }: People, target: Target): string | undefined {
  const actor = getActor(principal);
  if (actor === 'person') return undefined;
  const access = new Access(principal, memberships(teams).get(principal.id));
  if (access.mayAct(act, target)) return undefined;
  const nature = actor === 'agent' ? 'an agent' : 'a service';
  return `it counts as ${nature}, and no grant of a team allows it \`may: [${act}]\``;
}
