import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { type TokenGrant, toPrincipalId } from '../../controller/security/identity/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { isObject } from '../../schemas/json/values.js';
import { formType } from '../http/bodies.js';
import { type Authorizations, pollSeconds, requestMs } from './authorizations.js';
import { cliClientId, deviceGrant, type GrantType, type OAuthClient } from './clients/client.js';
import type { Clients } from './clients/clients.js';
import { OAuthFailure } from './clients/failure.js';
import { isRegistered } from './clients/redirect-uris.js';
import { getMcpResource, requireIssuer } from './issuer.js';
import { oauthPaths } from './paths.js';
import { allEffects, parseScope, toScope, usualEffects } from './requested-scopes.js';

const maxState = 2_000;

export interface ClientRouteOptions {
  controller: Controller;
  clients: Clients;
  authorizations: Authorizations;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Serves the addresses that clients call themselves, or lead a browser to at first. */
export function registerClientRoutes(
  app: FastifyInstance,
  { controller, clients, authorizations }: ClientRouteOptions,
): void {
  const { identity, settings, audit } = controller;
  const config = { credential: 'none' as const };
  const formConfig = { ...config, bodyTypes: [formType] };

  /** Returns the client of a request that may do this. @throws OAuthFailure */
  async function getClient(parameters: Parameters, grantType: GrantType): Promise<OAuthClient> {
    const client = await clients.get(need(parameters, 'client_id'));
    if (client.grantTypes.includes(grantType)) return client;
    throw new OAuthFailure('unauthorized_client', `The client is not registered for ${grantType}`);
  }

  app.get<{ Querystring: Parameters }>(oauthPaths.authorize, { config }, async (request, reply) => {
    const issuer = requireIssuer(settings, request);
    const { query } = request;
    // Nothing is sent to the client before a person has seen who asks: a link could lead anywhere by way of this service (RFC
    // 9700, 4.11.2).
    const client = await getClient(query, 'authorization_code');
    const redirectUri = need(query, 'redirect_uri');
    if (!isRegistered(redirectUri, client.redirectUris))
      throw new OAuthFailure('invalid_request', 'The `redirect_uri` is not one of this client');
    if (need(query, 'response_type') !== 'code')
      throw new OAuthFailure('unsupported_response_type', 'The `response_type` has to be code');
    if (find(query, 'code_challenge_method') !== 'S256')
      throw new OAuthFailure('invalid_request', 'The `code_challenge_method` has to be S256');
    const challenge = need(query, 'code_challenge');
    if (!/^[\w-]{43}$/.test(challenge))
      throw new OAuthFailure('invalid_request', 'The `code_challenge` is no S256 of a verifier');
    if ((find(query, 'response_mode') ?? 'query') !== 'query')
      throw new OAuthFailure('invalid_request', 'The `response_mode` has to be query');
    const state = find(query, 'state');
    if (state !== undefined && state.length > maxState)
      throw new OAuthFailure('invalid_request', `\`state\` has more than ${maxState} characters`);
    const id = authorizations.add({
      client,
      issuer,
      audience: getAudience(query, issuer),
      effects: parseScope(find(query, 'scope'), usualEffects),
      answer: { kind: 'browser', redirectUri, state, challenge },
    });
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.redirect(`${request.server.basePath}${oauthPaths.consent}/${id}`, 303);
  });

  app.post<{ Body: Parameters }>(oauthPaths.token, { config: formConfig }, async (request, reply) => {
    requireIssuer(settings, request);
    const body = request.body ?? {};
    const clientId = need(body, 'client_id');
    if (!clients.isKnown(clientId)) throw new OAuthFailure('invalid_client', 'The client is not known', 401);
    const entry = audit.begin({
      action: 'create-token',
      principal: 'anonymous',
      target: null,
      address: request.ip,
      requestId: request.id,
      via: 'oauth',
    });
    entry.note({ grant: String(body['grant_type'] ?? '').slice(0, 100), client: clientId.slice(0, 100) });
    try {
      const grant = await issue(request, body, clientId);
      entry.setPrincipal(grant.principal.id);
      await entry.end('ok');
      const { accessToken, expiresIn, refreshToken, principal } = grant;
      return noStore(reply).send({
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: expiresIn,
        refresh_token: refreshToken,
        scope: toScope(principal.scopes),
      });
    } catch (error) {
      const failure = toFailure(error, reply);
      // A terminal that waits asks every other second.
      if (failure.error === 'authorization_pending' || failure.error === 'slow_down') entry.drop();
      else await entry.end(failure.error);
      throw failure;
    }
  });

  function issue(request: FastifyRequest, body: Parameters, clientId: string): Promise<TokenGrant> {
    const { signIn, sessions } = identity;
    const type = need(body, 'grant_type');
    if (type === 'authorization_code') {
      const redemption = {
        clientId,
        code: need(body, 'code'),
        redirectUri: need(body, 'redirect_uri'),
        verifier: need(body, 'code_verifier'),
      };
      return authorizations.redeem(
        redemption,
        async ({ user, grant, maxMs }) => {
          requireAudience(body, grant.audience);
          return signIn.client(user, grant, maxMs);
        },
        (session) => sessions.end(session),
      );
    }
    if (type === 'refresh_token') return refresh(request, body, clientId);
    if (type === deviceGrant) {
      const { user, grant, maxMs } = authorizations.takeDevice(need(body, 'device_code'), clientId);
      return signIn.client(user, grant, maxMs);
    }
    throw new OAuthFailure('unsupported_grant_type', 'The `grant_type` is not one that svc knows');
  }

  async function refresh(request: FastifyRequest, body: Parameters, clientId: string): Promise<TokenGrant> {
    const token = need(body, 'refresh_token');
    const grant = (await identity.sessions.ofRefreshToken(token))?.grant;
    if (grant) requireAudience(body, grant.audience);
    const requestedScope = find(body, 'scope');
    const granted = grant?.scopes?.effects;
    if (
      requestedScope !== undefined &&
      granted &&
      !parseScope(requestedScope, []).every((effect) => granted.includes(effect))
    )
      throw new OAuthFailure('invalid_scope', 'The `scope` has more than what was granted');
    const agent = request.headers['user-agent'] ?? '';
    return identity.signIn.refreshClient(token, clientId, { address: request.ip, agent });
  }

  app.post<{ Body: Parameters }>(oauthPaths.revoke, { config: formConfig }, async (request, reply) => {
    requireIssuer(settings, request);
    const body = request.body ?? {};
    const [token, clientId] = [need(body, 'token'), need(body, 'client_id')];
    const session = await identity.findSession(token);
    // A token that is not valid, or not that of the client, is no longer its own (RFC 7009, 2.2).
    if (session?.grant?.clientId === clientId) {
      const entry = audit.begin({
        action: 'revoke-client-grant',
        principal: toPrincipalId(session.user),
        target: `client-grant/${session.id}`,
        address: request.ip,
        requestId: request.id,
        via: 'oauth',
      });
      await identity.sessions.end(session.id);
      await entry.end('ok');
    }
    return noStore(reply).send({});
  });

  app.post<{ Body: unknown }>(oauthPaths.register, { config }, async (request, reply) => {
    requireIssuer(settings, request);
    if (!settings.Auth.OAuth.Registration)
      throw new OAuthFailure('invalid_request', 'This service takes no registrations', 404);
    const { body } = request;
    if (!isObject(body as never))
      throw new OAuthFailure('invalid_client_metadata', 'The registration is no JSON object');
    const client = clients.register(body as never);
    return noStore(reply.code(201)).send({
      client_id: client.id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: client.grantTypes,
      response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
      token_endpoint_auth_method: 'none',
    });
  });

  app.post<{ Body: Parameters }>(
    oauthPaths.deviceAuthorization,
    { config: formConfig },
    async (request, reply) => {
      const issuer = requireIssuer(settings, request);
      const body = request.body ?? {};
      const client = await getClient(body, deviceGrant);
      const isCli = client.id === cliClientId;
      const { deviceCode, userCode } = authorizations.addDevice({
        client,
        issuer,
        // The command line is for all of the service, under whatever address it reaches it.
        audience: isCli ? issuer : getAudience(body, issuer),
        effects: parseScope(find(body, 'scope'), isCli ? allEffects : usualEffects),
      });
      const page = issuer + oauthPaths.device;
      return noStore(reply).send({
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${userCode}`,
        expires_in: requestMs / 1000,
        interval: pollSeconds,
      });
    },
  );
}

/** Returns the failure that a client receives for an error. */
export function toFailure(error: unknown, reply: FastifyReply): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  if (!(error instanceof Problem)) throw error;
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  if (error.code === 'sign_in_failed') return new OAuthFailure('invalid_grant', error.message);
  const code = error.status < 500 && error.status !== 429 ? 'invalid_request' : 'temporarily_unavailable';
  return new OAuthFailure(code, error.message, error.status);
}

/** Returns the address that tokens are for (RFC 8707): this service, or a part of it. @throws OAuthFailure invalid_target */
function getAudience(parameters: Parameters, issuer: string): string {
  const resource = find(parameters, 'resource');
  if (resource === undefined) return getMcpResource(issuer);
  const plain = resource.replace(/\/$/, '');
  if (plain === issuer || plain === getMcpResource(issuer) || plain === `${getMcpResource(issuer)}/readonly`)
    return plain;
  throw new OAuthFailure(
    'invalid_target',
    `The \`resource\` is none of this service: it has ${issuer} and ${getMcpResource(issuer)}`,
  );
}

function requireAudience(parameters: Parameters, audience: string): void {
  const resource = find(parameters, 'resource')?.replace(/\/$/, '');
  if (resource !== undefined && resource !== audience)
    throw new OAuthFailure('invalid_target', 'The `resource` is not the one that was granted');
}

function need(parameters: Parameters, name: string): string {
  const value = find(parameters, name);
  if (value !== undefined && value !== '') return value;
  throw new OAuthFailure('invalid_request', `\`${name}\` is missing`);
}

function find(parameters: Parameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new OAuthFailure('invalid_request', `\`${name}\` is there more than once`);
}

/** RFC 6749, 5.1. */
function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
}
