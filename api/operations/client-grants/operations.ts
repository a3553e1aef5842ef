import { Problem } from '../../../controller/problems/index.js';
import {
  type ClientGrant,
  type Session,
  toPrincipalId,
} from '../../../controller/security/identity/index.js';
import { type PageInput, pageFields, requirePageSize, textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { pageByName } from '../shared/pages.js';
import { described, flag, getAnswer, getPage, moment, objectOrNull, text } from '../shared/schemas.js';
import { actorField, roleField } from '../users/schemas.js';

type ClientSession = Session & { grant: ClientGrant };

const grantShape = getAnswer(
  { title: 'ClientGrant', description: 'What a person lets a client do.' },
  {
    id: described(text, 'The id of the grant.'),
    client: described(text, 'The name of the client, as it says itself or the settings say.'),
    clientId: described(text, 'The id of the client: an address is that of a document about it.'),
    principal: described(text, 'The person in whose name the client acts.'),
    actor: described(actorField, 'The nature of the client.'),
    role: described(roleField, 'The highest role of the client. The person has to have it still.'),
    scopes: described(objectOrNull, 'The bounds of the client within the role; null for none.'),
    audience: described(text, 'The address that its tokens are for.'),
    grantedAt: described(moment, 'When the client fetched its first token.'),
    renewedAt: described(moment, 'When the client renewed its access last.'),
    expiresAt: described(moment, 'When the access ends, however it is used.'),
    isCurrent: described(flag, 'True for the grant of the credential of this call.'),
  },
);

export const listClientGrants: Operation<PageInput> = {
  name: 'list-client-grants',
  title: 'List what clients may do',
  description:
    'Assistants and terminals that a person has given access to on the pages of svc (OAuth): those of the caller; an administrator sees all. By time.',
  hints: reads,
  permission: 'viewer',
  input: { properties: { ...pageFields } },
  output: getPage(grantShape),
  async run(context, { limit, cursor }) {
    const { identity, config } = context.controller;
    const renewals = await identity.sessions.lastRenewals();
    const visible = identity.sessions
      .clientSessions()
      .filter((session) => isVisible(context, session))
      .map((session) => describeGrant(context, session, renewals.get(session.id)));
    const sorted = visible.sort((one, other) => (getPlace(one) < getPlace(other) ? -1 : 1));
    return { value: pageByName(sorted, getPlace, requirePageSize(config.current(), limit), cursor) };
  },
};

export const revokeClientGrant: Operation<{ id: string }> = {
  name: 'revoke-client-grant',
  title: 'Revoke what a client may do',
  description:
    'Ends the access of an assistant or a terminal at once, with all its tokens. For the person who gave it, and for administrators.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'viewer',
  effects: ['administer'],
  input: {
    properties: { id: textField('The id of the grant.', 200, '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11') },
    required: ['id'],
  },
  output: {},
  async run(context, { id }) {
    const { sessions } = context.controller.identity;
    const session = sessions.clientSessions().find((each) => each.id === id);
    if (!session || !isVisible(context, session))
      throw new Problem('client_grant_not_found', `There is no grant \`${id}\``);
    context.audit?.setTarget(`client-grant/${id}`);
    context.audit?.note({ client: session.grant.clientName, principal: toPrincipalId(session.user) });
    await sessions.end(id);
    return { outcome: 'deleted' };
  },
};

function isVisible({ principal }: Pick<OperationContext, 'principal'>, session: ClientSession): boolean {
  return principal.id === toPrincipalId(session.user) || principal.role === 'admin';
}

function describeGrant(
  { caller }: Pick<OperationContext, 'caller'>,
  session: ClientSession,
  renewedAt = session.createdAt,
) {
  const { clientId, clientName, actor, role, scopes = null, audience } = session.grant;
  return {
    id: session.id,
    client: clientName,
    clientId,
    principal: toPrincipalId(session.user),
    actor,
    role,
    scopes,
    audience,
    grantedAt: toIso(session.createdAt),
    renewedAt: toIso(renewedAt),
    expiresAt: toIso(session.expiresAt),
    isCurrent: caller?.session === session.id,
  };
}

function getPlace({ grantedAt, id }: { grantedAt: string; id: string }): string {
  return `${grantedAt} ${id}`;
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
