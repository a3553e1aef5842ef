import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '../../controller/contract.js';
import type { Principal } from '../../controller/identity/contract.js';
import type { OperationContext } from '../operations/operation.js';

/** One HTTP call, as an operation sees it. */
export class CallContext implements OperationContext {
  readonly principal: Principal;
  #signal: AbortSignal | undefined;

  constructor(
    readonly controller: Controller,
    request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly closing: AbortSignal,
  ) {
    this.principal = request.principal;
  }

  /** Aborts when the connection is gone or the service stops; made only for an operation that asks. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.closing, this.#connectionGone()]);
    return this.#signal;
  }

  #connectionGone(): AbortSignal {
    const gone = new AbortController();
    const { raw } = this.reply;
    if (raw.destroyed) gone.abort();
    else raw.once('close', () => gone.abort());
    return gone.signal;
  }
}
