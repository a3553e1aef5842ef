import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '../../controller/contract.js';
import { type Budget, Budgets, type Caller, spend } from '../../controller/identity/index.js';
import { Problem } from '../../controller/problems/index.js';
import { credentialOf } from './credential.js';

/**
 * Finds out who calls before anything of a request is looked at, and counts: the requests of a credential, and of an
 * address those without a good one.
 */
export function useAuthentication(app: FastifyInstance, { identity, settings }: Controller): void {
  // Changes at run time: looked at for each request.
  const { Limits } = settings;
  const strangers = new Budgets();
  app.decorateRequest('caller');

  function accept(caller: Caller, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const { RequestsPerMinute } = Limits;
    const now = Date.now();
    const count = spend(caller.budget, now);
    const seconds = Math.ceil((caller.budget.endsAt - now) / 1000);
    reply.header('ratelimit-limit', String(RequestsPerMinute));
    reply.header('ratelimit-remaining', String(Math.max(0, RequestsPerMinute - count)));
    reply.header('ratelimit-reset', String(seconds));
    if (count > RequestsPerMinute) return tooMany('with this credential', RequestsPerMinute, seconds);
    request.caller = caller;
    return undefined;
  }

  function stranger(request: FastifyRequest): Problem | undefined {
    const { RequestsPerMinute } = Limits;
    const budget: Budget = strangers.of(request.ip);
    const now = Date.now();
    if (spend(budget, now) <= RequestsPerMinute) return undefined;
    const seconds = Math.ceil((budget.endsAt - now) / 1000);
    return tooMany('from this address', RequestsPerMinute, seconds);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const wanted = request.routeOptions.config.credential;
    try {
      const credential = wanted === 'none' ? undefined : credentialOf(request);
      if (credential === undefined) {
        const refused = stranger(request) ?? (wanted === undefined ? missing() : undefined);
        return done(refused);
      }
      const found = identity.authenticate(credential);
      if (!(found instanceof Promise)) {
        return done(found ? accept(found, request, reply) : (stranger(request) ?? invalid()));
      }
      found.then(
        (caller) => done(caller ? accept(caller, request, reply) : (stranger(request) ?? invalid())),
        (error) => done(error),
      );
    } catch (error) {
      done(stranger(request) ?? (error as Error));
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
