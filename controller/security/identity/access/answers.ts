import type { Hint } from '../../../problems/index.js';
import {
  Access,
  type Actor,
  isAtLeast,
  type PersonalAct,
  type Principal,
  type Role,
  type Target,
} from './access.js';
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

/** The reason why a principal cannot answer, and the way to change that. */
export interface AnswerFault {
  reason: string;
  hint: Hint;
}

const act: PersonalAct = 'complete-human-task';
const role: Role = 'operator';

/** @param text with `{call}` where the key is created */
function createKey(text: string, name: string): Hint {
  return { text, operation: 'create-api-key', arguments: { name, role, actor: 'person' } };
}

/** @param text with `{call}` where the user is created */
function createUser(text: string, name: string, userRole = role): Hint {
  const password = '<at least 12 characters>';
  return { text, operation: 'create-user', arguments: { name, role: userRole, password } };
}

/** Returns why a principal cannot complete the human tasks of a flow; undefined when it can. */
export function answerFault(id: string, people: People, target: Target): AnswerFault | undefined {
  const sort = id.slice(0, id.indexOf(':'));
  const name = id.slice(id.indexOf(':') + 1);
  switch (sort) {
    case 'oidc':
      if (people.hasIssuer) return undefined;
      return {
        reason: `no issuer is configured that \`${name}\` could sign in with`,
        hint: `Set \`Auth.Oidc\` in the settings, or name a user, such as \`${name}\`.`,
      };
    case 'user':
      return userFault(name, people, target);
    case 'role':
      return roleFault(name as Role, people);
    default:
      return keyFault(name, people, target);
  }
}

/** Returns why a principal cannot use the link to a human task; undefined when it can. */
export function linkFault(id: string, people: People, target: Target): AnswerFault | undefined {
  if (id.startsWith('api-key:')) {
    return {
      reason:
        'it is an API key, which opens no link: the key completes the task with `svc human-tasks complete`',
      hint: 'Name the user to whom a link can be sent.',
    };
  }
  const fault = answerFault(id, people, target);
  if (fault !== undefined || !id.startsWith('role:')) return fault;
  return {
    reason: 'no user has it: keys of persons and people of the issuer see the task in `svc human-tasks list`',
    hint: 'Give the role to a user, to whom a link can be sent.',
  };
}

function userFault(name: string, people: People, target: Target): AnswerFault | undefined {
  const principal = people.users.principal(name);
  if (principal) return principalFault(principal, people, target);
  if (people.users.list().some((user) => user.name === name)) {
    return {
      reason: `the user \`${name}\` is disabled`,
      hint: {
        text: 'Enable the user with {call}, or name another one.',
        operation: 'update-user',
        arguments: { name, disabled: false },
      },
    };
  }
  const isKey = people.apiKeys.list().some((key) => key.name === name);
  if (!isKey)
    return {
      reason: `there is no user \`${name}\``,
      hint: createUser('Name a user who exists, or create the user with {call}.', name),
    };
  return {
    reason: `there is no user \`${name}\`; the API key of this name is \`api-key:${name}\``,
    hint: createUser(
      `Write \`api-key:${name}\` where the key is meant, or create the user with {call}.`,
      name,
    ),
  };
}

function keyFault(name: string, people: People, target: Target): AnswerFault | undefined {
  const keys = people.apiKeys.list().filter((key) => key.name === name);
  if (keys.length === 0) {
    const isUser = people.users.principal(name) !== undefined;
    return {
      reason: `there is no API key \`${name}\`${isUser ? `; the user of this name is \`${name}\`` : ''}`,
      hint: createKey(
        `${isUser ? `Write \`${name}\` where the user is meant` : 'Name a key that exists'}, or create the key with {call}.`,
        name,
      ),
    };
  }
  const id = `api-key:${name}`;
  const faults = keys.map((key) => principalFault({ id, role: key.role, actor: key.actor }, people, target));
  return faults.includes(undefined) ? undefined : faults[0];
}

/** A fault of a role that no user has: keys of persons and people of the issuer may have it. */
function roleFault(role: Role, { apiKeys, hasIssuer }: People): AnswerFault | undefined {
  const isKnown = apiKeys.list().some((key) => key.actor === 'person' && isAtLeast(key.role, role));
  if (hasIssuer || isKnown) return undefined;
  return {
    reason: `there is no person with the role \`${role}\``,
    hint: createUser(
      'Give the role to a user, create one with {call}, or name another role.',
      '<name>',
      role,
    ),
  };
}

function principalFault(principal: Principal, { teams }: People, target: Target): AnswerFault | undefined {
  const actor = getActor(principal);
  if (actor === 'person') return undefined;
  const access = new Access(principal, memberships(teams).get(principal.id));
  if (access.mayAct(act, target)) return undefined;
  const nature = actor === 'agent' ? 'an agent' : 'a service';
  const { id } = principal;
  const name = id.slice(id.indexOf(':') + 1);
  const team = `Add \`may: [${act}]\` to a grant of a team that has \`${id}\` as a member`;
  return {
    reason: `it counts as ${nature}, and no grant of a team allows it \`may: [${act}]\``,
    hint: id.startsWith('user:')
      ? {
          text: `${team}, or let the user count as a person with {call}.`,
          operation: 'update-user',
          arguments: { name, actor: 'person' },
        }
      : createKey(`${team}, or name a key of a person, created with {call}.`, '<name>'),
  };
}
