import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Abortable } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import { isRole } from '../../controller/security/identity/access/access.js';
import { Budgets, type Caller, getActor, spend } from '../../controller/security/identity/index.js';
import { getNetwork } from '../../controller/security/policy/ip-address.js';
import { isSameSecret } from '../../controller/security/signatures/compare.js';
import type { Controller } from '../../controller/start/contract.js';
import { requireSameSite } from '../auth/same-site.js';
import { findCookie, setCookie } from '../auth/session-cookie.js';
import { formType } from '../http/bodies.js';
import { type Page, sendHtml } from '../http/pages/page.js';
import { CallContext } from '../http/request-hooks.js';
import { perform } from '../operations/shared/authorization.js';
import { oidcLoginPath, openSession } from '../operations/sign-in/operations.js';
import type { AuthorizationRequest, Authorizations, Granted } from './authorizations.js';
import { cliClientId } from './clients/client.js';
import { consentPage, devicePage, sayPage, signInPage } from './pages.js';
import { oauthPaths } from './paths.js';
import { allEffects, type Choice, narrow } from './requested-scopes.js';

const hour = 3_600_000;
const maxBranches = 50;
/** Codes of terminals that one address may type wrong in a minute. */
const maxWrongCodes = 10;

type Form = Readonly<Record<string, string>>;

export interface ConsentOptions {
  controller: Controller;
  closing: Abortable;
  authorizations: Authorizations;
}

/** Serves the pages on which a person signs in, sees a request of a client, and decides. Works without scripts. */
export function registerConsentRoutes(
  app: FastifyInstance,
  { controller, closing, authorizations }: ConsentOptions,
): void {
  const { identity, settings, vault, audit } = controller;
  const config = { credential: 'none' as const };
  const formConfig = { ...config, bodyTypes: [formType] };
  const wrongCodes = new Budgets();

  function getConsentPath({ server }: FastifyRequest, id: string): string {
    return `${server.basePath}${oauthPaths.consent}/${id}`;
  }

  /** Returns the person of the session of the browser. */
  function findPerson(request: FastifyRequest): Caller | undefined {
    const token = findCookie('svc_session', request);
    return token === undefined ? undefined : identity.consoleSessions.authenticate(token);
  }

  /** A form counts only with the token of the page that this person saw: no other site has it. */
  function signForm(id: string, caller: Caller): string {
    return vault.sign(`oauth consent\n${id}\n${caller.consoleSession?.digest}`);
  }

  function sendSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    { client, fault }: { client: AuthorizationRequest['client']; fault?: string },
  ): FastifyReply {
    const { oidcLogin } = identity;
    const to = encodeURIComponent(`${oauthPaths.consent}/${id}`);
    const login = `${request.server.basePath}${oidcLoginPath}?provider=${oidcLogin?.name}&to=${to}`;
    const page = signInPage({
      client,
      fault,
      action: `${getConsentPath(request, id)}/sign-in`,
      hasPasswords: settings.Auth.Console.Passwords,
      provider: oidcLogin && { address: login, title: oidcLogin.title },
    });
    return send(reply, page, fault === undefined ? 200 : 401);
  }

  function sendConsent(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    { authorization, caller, fault }: { authorization: AuthorizationRequest; caller: Caller; fault?: string },
  ): FastifyReply {
    const { Console, SessionDays } = settings.Auth;
    const isUser = caller.principal.id.startsWith('user:');
    const page = consentPage({
      request: authorization,
      principal: caller.principal,
      action: getConsentPath(request, id),
      token: signForm(id, caller),
      lifetime: isUser ? `${SessionDays} days` : `${Console.SessionHours} hours`,
      fault,
    });
    return send(reply, page, fault === undefined ? 200 : 422);
  }

  /** Returns the grant of a person: an account is looked up at each use, a person of an issuer is kept with its role. */
  function toGranted(
    { client, audience }: AuthorizationRequest,
    { principal }: Caller,
    bounds: NonNullable<ReturnType<typeof narrow>>,
  ): Granted {
    const isUser = principal.id.startsWith('user:');
    const issuer = settings.Auth.Oidc?.Issuer ?? '';
    return {
      user: isUser ? principal.id.slice('user:'.length) : principal.id,
      maxMs: isUser ? undefined : settings.Auth.Console.SessionHours * hour,
      grant: {
        clientId: client.id,
        clientName: client.name,
        audience,
        role: bounds.role,
        actor: client.id === cliClientId ? 'person' : 'agent',
        scopes: bounds.scopes,
        person: isUser ? undefined : { issuer, principal },
      },
    };
  }

  async function record(
    request: FastifyRequest,
    caller: Caller,
    authorization: AuthorizationRequest,
    note: Readonly<Record<string, string | boolean>>,
  ): Promise<void> {
    const entry = audit.begin({
      action: 'authorize-client',
      principal: caller.principal.id,
      target: null,
      address: request.ip,
      requestId: request.id,
      via: 'page',
    });
    entry.note({
      client: authorization.client.name,
      source: authorization.client.source,
      audience: authorization.audience,
      ...note,
    });
    await entry.end('ok');
  }

  app.get<{ Params: { id: string } }>(`${oauthPaths.consent}/:id`, { config }, async (request, reply) => {
    const { id } = request.params;
    const authorization = authorizations.find(id);
    if (!authorization) return send(reply, endedPage, 410);
    const caller = findPerson(request);
    if (!caller) return sendSignIn(request, reply, id, authorization);
    if (getActor(caller.principal) !== 'person') return send(reply, onlyPersons, 403);
    return sendConsent(request, reply, id, { authorization, caller });
  });

  app.post<{ Params: { id: string }; Body: Form }>(
    `${oauthPaths.consent}/:id/sign-in`,
    { config: formConfig },
    async (request, reply) => {
      requireSameSite(request);
      const { id } = request.params;
      const authorization = authorizations.find(id);
      if (!authorization) return send(reply, endedPage, 410);
      const { username = '', password = '' } = request.body ?? {};
      try {
        const context = new CallContext(controller, reply, closing);
        const { session } = await perform(openSession, context, {
          username: username.slice(0, 255),
          password: password.slice(0, 1024),
        });
        if (session) setCookie(reply, 'svc_session', session.token, session.maxAge);
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
        return sendSignIn(request, reply, id, { client: authorization.client, fault: `${error.message}.` });
      }
      return reply.redirect(getConsentPath(request, id), 303);
    },
  );

  app.post<{ Params: { id: string }; Body: Form }>(
    `${oauthPaths.consent}/:id`,
    { config: formConfig },
    async (request, reply) => {
      requireSameSite(request);
      const { id } = request.params;
      const form = request.body ?? {};
      const authorization = authorizations.find(id);
      if (!authorization) return send(reply, endedPage, 410);
      const caller = findPerson(request);
      if (!caller) return sendSignIn(request, reply, id, authorization);
      if (getActor(caller.principal) !== 'person') return send(reply, onlyPersons, 403);
      if (!isSameSecret(form['token'] ?? '', signForm(id, caller)))
        throw new Problem('cross_site_refused', 'The form does not come from the page of this request');
      if (form['decision'] === 'deny') {
        authorizations.deny(id);
        await record(request, caller, authorization, { granted: false });
        return answer(reply, authorization, {
          error: 'access_denied',
          error_description: 'The person has refused',
        });
      }
      if (form['decision'] !== 'allow')
        return sendConsent(request, reply, id, { authorization, caller, fault: 'Choose Allow or Refuse.' });
      const choice = parseChoice(form);
      const bounds = choice && narrow(authorization.effects, choice, caller.principal);
      if (!bounds) {
        const fault = choice
          ? 'Nothing is left that the client could do: choose at least one thing that the role allows.'
          : `Branches are names or patterns, at most ${maxBranches} of up to 255 characters.`;
        return sendConsent(request, reply, id, { authorization, caller, fault });
      }
      const granted = toGranted(authorization, caller, bounds);
      // Only one of two answers to the same page counts.
      if (authorizations.find(id) !== authorization) return send(reply, endedPage, 410);
      const { answer: destination } = authorization;
      const code =
        destination.kind === 'browser' ? authorizations.grantBrowser(id, destination, granted) : undefined;
      if (code === undefined) authorizations.grantDevice(id, granted);
      const { role, scopes } = granted.grant;
      await record(request, caller, authorization, {
        granted: true,
        role,
        ...(scopes ? { scopes: JSON.stringify(scopes) } : {}),
      });
      return answer(reply, authorization, code === undefined ? {} : { code });
    },
  );

  app.get<{ Querystring: { user_code?: unknown } }>(oauthPaths.device, { config }, async (request, reply) => {
    const { user_code: code } = request.query;
    const path = `${request.server.basePath}${oauthPaths.device}`;
    if (typeof code !== 'string' || code === '') return send(reply, devicePage(path));
    const id = authorizations.findByUserCode(code.slice(0, 20));
    if (id !== undefined) return reply.redirect(getConsentPath(request, id), 303);
    const count = spend(wrongCodes.of(getNetwork(request.ip)), Date.now());
    if (count > maxWrongCodes)
      throw new Problem('rate_limited', 'Too many codes were wrong', { retryAfter: 60 });
    return send(reply, devicePage(path, 'No terminal waits with this code. It may have expired.'), 404);
  });
}

const endedPage = sayPage(
  'This request has ended',
  'It was answered, or has taken too long. Begin again in the program that asked.',
);

const onlyPersons = sayPage(
  'Only people give access',
  'This account is not that of a person. Sign out at the console, and sign in as yourself.',
);

function send(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return sendHtml(reply.code(status).header('x-frame-options', 'DENY'), page);
}

/** Sends the browser back to the client, with the issuer that answers (RFC 9207); tells the person of a terminal to return. */
function answer(
  reply: FastifyReply,
  { answer: destination, issuer }: AuthorizationRequest,
  parameters: Readonly<Record<string, string>>,
): FastifyReply {
  if (destination.kind === 'device') {
    const text = 'error' in parameters ? 'Nothing was allowed.' : 'Your terminal goes on by itself.';
    return send(reply, sayPage('Done', `${text} You can close this page.`));
  }
  const state = destination.state === undefined ? {} : { state: destination.state };
  const location = new URL(destination.redirectUri);
  for (const [name, value] of Object.entries({ ...parameters, ...state, iss: issuer }))
    location.searchParams.set(name, value);
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  return reply.redirect(location.href, 303);
}

/** Returns what the form says; undefined for branches that are no patterns. */
function parseChoice(form: Form): Choice | undefined {
  const branches = (form['branches'] ?? '').split(/[\s,]+/).filter(Boolean);
  if (branches.length > maxBranches || branches.some((branch) => branch.length > 255)) return undefined;
  const role = form['role'];
  const chosen = allEffects.filter((effect) => form[`effect-${effect}`] === 'on');
  return {
    role: isRole(role) ? role : undefined,
    effects: form['read_only'] === 'on' ? ['read'] : chosen,
    branches,
  };
}
