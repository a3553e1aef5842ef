import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { type Budget, Budgets, type Caller, spend } from '../../controller/security/identity/index.js';
import { getNetwork } from '../../controller/security/policy/ip-address.js';
import type { Controller } from '../../controller/start/contract.js';
import { isFor } from './audience.js';
import { requireConsolePage } from './same-site.js';
import { findCookie, setCookie } from './session-cookie.js';

/** The headers that carry a credential. */
export const credentialHeaders = ['x-api-key', 'authorization', 'x-share-token'] as const;

/** Authenticates each request before it is read. Limits requests by credential, or without a valid one by address. */
export function useAuthentication(app: FastifyInstance, { identity, config }: Controller): void {
  const addressBudgets = new Budgets();
  app.decorateRequest('caller');

  function accept(caller: Caller, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const { Limits } = config.current();
    const own = caller.principal.scopes?.requestsPerMinute ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(Limits.RequestsPerMinute, own);
    const now = Date.now();
    const count = spend(caller.budget, now);
    const seconds = Math.ceil((caller.budget.endsAt - now) / 1000);
    reply.header('ratelimit-limit', String(limit));
    reply.header('ratelimit-remaining', String(Math.max(0, limit - count)));
    reply.header('ratelimit-reset', String(seconds));
    if (count > limit) return tooMany('with this credential', limit, seconds);
    request.caller = caller;
    return undefined;
  }

  function limitByAddress(request: FastifyRequest): Problem | undefined {
    const { RequestsPerMinute } = config.current().Limits;
    const budget: Budget = addressBudgets.of(getNetwork(request.ip));
    const now = Date.now();
    if (spend(budget, now) <= RequestsPerMinute) return undefined;
    const seconds = Math.ceil((budget.endsAt - now) / 1000);
    return tooMany('from this address', RequestsPerMinute, seconds);
  }

  /** Returns the caller of a browser at the console, where the route takes its cookie. @throws Problem cross_site_refused */
  function findBrowser(request: FastifyRequest, reply: FastifyReply): Caller | undefined {
    const { credential, ignoresCookies, writes } = request.routeOptions.config;
    if (credential === 'none' || ignoresCookies) return undefined;
    const token = findCookie('svc_session', request);
    if (token === undefined) return undefined;
    const caller = identity.consoleSessions.authenticate(token);
    if (!caller) {
      app.refusals.note('session_unknown', request);
      setCookie(reply, 'svc_session', '', 0);
      return undefined;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || writes) requireConsolePage(request);
    return caller;
  }

  app.addHook('onRequest', (request, reply, done) => {
    const credentialKind = request.routeOptions.config.credential;
    try {
      const credential = credentialKind === 'none' ? undefined : findCredential(request);
      const browser = credential === undefined ? findBrowser(request, reply) : undefined;
      if (browser) return done(accept(browser, request, reply));
      if (credential === undefined) {
        return done(limitByAddress(request) ?? (credentialKind === undefined ? missing() : undefined));
      }
      const answer = identity.authenticate(credential);
      const settle = (caller: Caller | undefined) => {
        const isForHere = caller?.audience === undefined || isFor(caller.audience, request);
        if (caller && isForHere) return done(accept(caller, request, reply));
        app.refusals.note(caller ? 'token_audience' : identity.explainRefusal(credential), request);
        return done(limitByAddress(request) ?? invalid());
      };
      const fail = (error: Error) => {
        app.refusals.noteProblem(error, request);
        done(limitByAddress(request) ?? error);
      };
      if (answer instanceof Promise) answer.then(settle, fail);
      else settle(answer);
    } catch (error) {
      app.refusals.noteProblem(error, request);
      done(limitByAddress(request) ?? (error as Error));
    }
  });
}

function missing(): Problem {
  return new Problem('unauthenticated', 'The request carries no credential');
}

function invalid(): Problem {
  return new Problem('unauthenticated', 'The credential is not valid', {
    hints: ['Check it for typing errors, and that it has not expired, been revoked or deleted.'],
  });
}

function tooMany(whose: string, limit: number, seconds: number): Problem {
  return new Problem('rate_limited', `More than ${limit} requests in a minute ${whose}`, {
    retryAfter: seconds,
    hints: [`Wait ${seconds} s, or raise \`Limits.RequestsPerMinute\`.`],
  });
}

/**
 * Returns the credential of a request: `X-API-Key`, else `Authorization: Bearer`, else the token of a share link in
 * `X-Share-Token` or `?share=`, which is taken out of the query. Undefined when there is none.
 * @throws Problem unauthenticated for an `Authorization` of another form
 */
function findCredential({ headers, query }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  const shared = takeShare(query as Record<string, unknown>);
  if (typeof key === 'string') return key;
  const { authorization } = headers;
  if (authorization === undefined) {
    const token = headers['x-share-token'];
    return typeof token === 'string' ? token : shared;
  }
  const match = /^Bearer +(\S+)$/i.exec(authorization);
  if (match?.[1]) return match[1];
  throw new Problem('unauthenticated', 'The `Authorization` header is not of the form `Bearer <key>`');
}

/** Takes the token out of the query, since operations would refuse it. */
function takeShare(query: Record<string, unknown>): string | undefined {
  const { share } = query;
  if (share === undefined) return undefined;
  delete query['share'];
  return typeof share === 'string' ? share : undefined;
}
