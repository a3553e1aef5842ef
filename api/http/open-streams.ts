import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { getNetwork } from '../../controller/security/policy/ip-address.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The streams that each caller has open, of all kinds. */
    openStreams: OpenLimits;
  }
}

/** @param max `Limits.Streams` */
export function countStreams(app: FastifyInstance, max: number): void {
  app.decorate('openStreams', new OpenLimits(max, 'streams'));
}

/** Counts a stream of the caller until its connection closes. @throws Problem too_many_streams */
export function countStream({ request, raw, server }: FastifyReply): void {
  const close = server.openStreams.open(request.caller?.principal.id ?? getNetwork(request.ip));
  // A client that has left already closes nothing any more.
  if (raw.closed || raw.destroyed) close();
  else raw.once('close', close);
}

const codes = { streams: 'too_many_streams', subscriptions: 'too_many_subscriptions' } as const;

/** Limits how many streams, or subscriptions among them, each caller has open. */
export class OpenLimits {
  readonly #open = new Map<string, number>();

  constructor(
    private readonly max: number,
    private readonly what: 'streams' | 'subscriptions',
  ) {}

  /** Counts one more. @returns ends its count @throws Problem too_many_streams, too_many_subscriptions */
  open(caller: string): () => void {
    const open = this.#open.get(caller) ?? 0;
    if (open >= this.max) {
      const detail = `${caller} has ${open} open ${this.what}, and may have ${this.max}`;
      throw new Problem(codes[this.what], detail);
    }
    this.#open.set(caller, open + 1);
    return () => {
      const left = (this.#open.get(caller) ?? 1) - 1;
      if (left > 0) this.#open.set(caller, left);
      else this.#open.delete(caller);
    };
  }
}
