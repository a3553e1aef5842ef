import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { BoundedMap } from '../../controller/concurrency/bounded-map.js';
import { Problem } from '../../controller/problems/index.js';
import { type RefusalReason, RefusedToken } from '../../controller/security/identity/index.js';

declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals;
  }
}

const minuteMs = 60_000;

interface Reason {
  total: number;
  /** Since the last line of the log. */
  unlogged: number;
  /** ms since the epoch. */
  loggedAt: number;
}

/**
 * Tells operators why credentials are refused: a metric by reason, and for each reason at most one line of the log in a minute,
 * with the number of refusals since the line before. No part of a credential is in it.
 */
export class Refusals {
  readonly #reasons = new BoundedMap<string, Reason>(64);

  constructor(
    private readonly log: Pick<FastifyBaseLogger, 'warn'>,
    private readonly now: () => number = Date.now,
  ) {}

  note(reason: RefusalReason, request: Pick<FastifyRequest, 'ip'>, detail?: string): void {
    const state = this.#reasons.get(reason) ?? { total: 0, unlogged: 0, loggedAt: Number.NEGATIVE_INFINITY };
    this.#reasons.set(reason, state);
    state.total += 1;
    state.unlogged += 1;
    if (this.now() - state.loggedAt < minuteMs) return;
    const about = { reason, address: request.ip, refused: state.unlogged, ...(detail ? { detail } : {}) };
    state.unlogged = 0;
    state.loggedAt = this.now();
    this.log.warn(about, 'credential refused');
  }

  /** Notes the problem of a token of an issuer; other problems, such as an exhausted budget, are no refusals. */
  noteProblem(problem: unknown, request: Pick<FastifyRequest, 'ip'>): void {
    if (!(problem instanceof Problem)) return;
    if (problem instanceof RefusedToken) this.note(problem.reason, request, problem.message);
    else if (problem.code === 'forbidden') this.note('token_without_role', request, problem.message);
    else if (problem.code === 'oidc_unavailable') this.note('issuer_unavailable', request, problem.message);
    else if (problem.code === 'unauthenticated') this.note('credential_malformed', request, problem.message);
  }

  counts(): [reason: string, count: number][] {
    return [...this.#reasons.entries()].map(([reason, { total }]) => [reason, total]);
  }
}

export function useRefusals(app: FastifyInstance): void {
  app.decorate('refusals', new Refusals(app.log));
}
