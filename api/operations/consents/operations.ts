import type { ConsentTarget } from '../../../controller/consents/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { ConnectionUse } from '../../../controller/runs/contract.js';
import type { Target } from '../../../controller/security/identity/access/access.js';
import { consolePath } from '../../http/console-files.js';
import { requireRole, requireScopedEnvironment } from '../shared/authorization.js';
import { getActor, readsEffects, requireConsent } from '../shared/consent.js';
import { branchField, envField, textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { platformPath } from '../shared/route.js';
import { begunShape, consentShape, revokedShape } from './schemas.js';

/** The path of the pages of consents. */
export const consentsPath = `${platformPath}/consents`;
/** The path that an authority leads a person back to. */
export const callbackPath = `${consentsPath}/callback`;

interface ConnectionInput {
  branch: string;
  connection: string;
  env?: string;
}

const fields = {
  branch: branchField,
  connection: textField('The name of the connection.', 63, 'crm'),
  env: envField,
};
const required = ['branch', 'connection'];

export const readConsent: Operation<ConnectionInput> = {
  name: 'read-consent',
  title: 'Read the consent to a connection',
  description:
    'Whether a person has consented that a connection uses an API (`auth.authorizationUrl`): who, when, for which scopes, and why the consent has ended, if it has.',
  hints: reads,
  permission: 'operator',
  target: ofConnection,
  input: { properties: fields, required },
  output: consentShape,
  async run(context, input) {
    const { connections, consents } = context.controller;
    const use = await getUse(context, input);
    return { value: await connections.useConsent(use, context.signal, (target) => consents.read(target)) };
  },
};

export const beginConsent: Operation<ConnectionInput> = {
  name: 'begin-consent',
  title: 'Begin the consent to a connection',
  description:
    'Returns an address. A person who is signed in at the console and may write the secret `auth.refreshToken` opens it in a browser, within ten minutes: it leads to the authority of the API, where the person consents, and back. The refresh token is then stored as a new version of the secret.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  effects: ['secrets'],
  target: ofConnection,
  input: { properties: fields, required },
  output: begunShape,
  async run(context, input) {
    const { connections, consents, address } = context.controller;
    const use = await getUse(context, input);
    return connections.useConsent(use, context.signal, async (target) => {
      await requireWriter(context, target, 'Begins');
      // The link of a program, or of an agent with a grant, is for any person who may; a person begins for oneself.
      const isPerson = context.grant === undefined && getActor(context) === 'person';
      const attempt = await consents.begin(target, isPerson ? context.principal.id : null);
      const path = `${consentsPath}/${attempt.id}`;
      const value = {
        address: address.url + path,
        path,
        redirectUri: address.url + callbackPath,
        secret: target.paths[0],
        expiresAt: attempt.expiresAt,
      };
      return { value };
    });
  },
};

export const revokeConsent: Operation<ConnectionInput> = {
  name: 'revoke-consent',
  title: 'Revoke the consent to a connection',
  description:
    'Revokes the consent of a person to the use of an API by a connection: at the authority, where the connection has a `revocationUrl`, and here, where the refresh token is deleted. Runs that use the connection then fail. When the authority cannot be reached, nothing changes.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'operator',
  effects: ['secrets'],
  target: ofConnection,
  input: { properties: fields, required },
  output: revokedShape,
  async run(context, input) {
    const { connections, consents } = context.controller;
    const use = await getUse(context, input);
    return connections.useConsent(use, context.signal, async (target, { fetch }) => {
      await requireWriter(context, target, 'Revokes');
      const revoked = await consents.revoke(target, fetch);
      return { value: { revoked: revoked !== undefined, atAuthority: revoked?.atAuthority ?? false } };
    });
  },
};

/** The next place of a browser: an absolute address, or a path below the base path. */
export interface ConsentStep {
  location: string;
}

interface BrowserInput {
  /** Set by the route: the digest of the session of the browser. */
  session?: string;
}

export const openConsent: Operation<BrowserInput & { attempt: string; redirectUri: string }> = {
  name: 'open-consent',
  title: 'Go to the authority of an API',
  description:
    'Leads the browser of a person who is signed in to the authority of an API, to consent there. `begin-consent` returns the address.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'anyone',
  input: {
    properties: {
      attempt: textField('The consent that was begun.', 100),
      redirectUri: textField('The address that the authority leads back to.', 4_000),
      session: textField('The digest of the session.', 100),
    },
    required: ['attempt'],
  },
  output: {},
  async run(context, { attempt: id, session, redirectUri }) {
    const by = requirePerson(context, session);
    const { connections, consents } = context.controller;
    const attempt = await consents.find(id);
    if (attempt.person !== null && attempt.person !== context.principal.id)
      throw new Problem('consent_failed', `The consent was begun by ${attempt.person}, who has to give it`, {
        status: 403,
      });
    const location = await connections.useConsent(toUse(context, attempt), context.signal, async (target) => {
      requireSecretRole(context, target);
      return consents.lead(attempt, target, { session: by, redirectUri });
    });
    return { value: { location } satisfies ConsentStep };
  },
};

export const completeConsent: Operation<BrowserInput & { query: string }> = {
  name: 'complete-consent',
  title: 'Come back from the authority of an API',
  description:
    'Takes a browser back from the authority of an API: only the session that went there, once. Stores the refresh token, and leads to the connection in the console.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'anyone',
  input: {
    properties: {
      query: textField('What the authority answers: `code`, `state`, `iss`, or `error`.', 16_000),
      session: textField('The digest of the session.', 100),
    },
    required: ['query'],
  },
  output: {},
  async run(context, { query, session }) {
    const by = requirePerson(context, session);
    const { connections, consents } = context.controller;
    const parameters = new URLSearchParams(query);
    const attempt = await consents.findAnswered(parameters, by);
    const { branch, connection, environment } = attempt;
    await connections.useConsent(toUse(context, attempt), context.signal, async (target, { fetch }) => {
      requireSecretRole(context, target);
      await consents.complete(target, parameters, { session: by, principal: context.principal.id }, fetch);
    });
    context.audit?.setTarget(`connection/${connection} @ ${branch}`);
    const env = environment === null ? '' : `?env=${encodeURIComponent(environment)}`;
    const location = `${consolePath}/connections/${encodeURIComponent(connection)}${env}`;
    return { value: { location } satisfies ConsentStep };
  },
};

function ofConnection({ branch, connection }: ConnectionInput): Target {
  return { branch, type: 'connection', name: connection };
}

async function getUse(
  context: OperationContext,
  { branch: segment, connection, env }: ConnectionInput,
): Promise<ConnectionUse> {
  const branch = await context.controller.branches.resolve(segment);
  await requireScopedEnvironment(context, branch, env);
  return toUse(context, { branch, connection, environment: env ?? null });
}

function toUse(
  { principal, origin: { requestId, address, trace } }: OperationContext,
  { branch, connection, environment }: { branch: string; connection: string; environment: string | null },
): ConnectionUse {
  const use = { branch, connection, principal: principal.id, origin: { requestId, address }, trace };
  return environment === null ? use : { ...use, environment };
}

/** A consent is stored as a secret, so it needs the right to write that. @throws Problem forbidden */
function requireSecretRole(context: OperationContext, { paths: [path = ''] }: ConsentTarget): Target {
  const target = { type: 'secret', name: path };
  requireRole(context, 'admin', target, `To store the consent as the secret \`${path}\``);
  return target;
}

/** @throws EffectAwaitingConsent; Problem forbidden, confirmation_required, approval_void */
async function requireWriter(
  context: OperationContext,
  consent: ConsentTarget,
  verb: 'Begins' | 'Revokes',
): Promise<void> {
  const target = requireSecretRole(context, consent);
  const { branch, connection, environment, paths, auth } = consent;
  const where = environment === null ? '' : ` in the environment \`${environment}\``;
  const what =
    verb === 'Begins'
      ? `Begins a consent at \`${new URL(auth.authorizationUrl).origin}\`, to be stored as the secret \`${paths[0]}\`, for`
      : `Revokes the consent in the secret \`${paths[0]}\`, without which runs fail, of`;
  const before = readsEffects(context) ? await context.controller.consents.read(consent) : undefined;
  const { authorizationUrl, tokenUrl, clientId, scopes = [] } = auth;
  requireConsent(context, {
    text: `${what} the connection \`${connection}\` on \`${branch}\`${where}`,
    content: { authorizationUrl, tokenUrl, clientId, scopes, givenAt: before?.givenAt ?? null },
    right: { role: 'admin', target },
  });
}

/** Returns the session of the browser of a person. @throws Problem consent_failed, person_required */
function requirePerson(context: OperationContext, session: string | undefined): string {
  if (session === undefined || context.caller === undefined)
    throw new Problem('consent_failed', 'This browser is not signed in at the console', {
      status: 401,
      hints: [
        `Sign in at ${context.controller.address.url}${consolePath}/ in this browser, and open the address again.`,
      ],
    });
  if (getActor(context) === 'person') return session;
  throw new Problem('person_required', 'A person gives a consent, and no program');
}
