import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../controller/audit/contract.js';
import type { Controller } from '../../controller/contract.js';
import type { Caller, Principal } from '../../controller/identity/contract.js';
import type { OperationContext, Origin } from '../operations/operation.js';

const anonymous: Principal = { id: 'anonymous', role: 'viewer' };

/** One HTTP call, as an operation sees it. */
export class CallContext implements OperationContext {
  readonly caller: Caller | undefined;
  audit?: AuditEntry;
  #signal: AbortSignal | undefined;

  constructor(
    readonly controller: Controller,
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly closing: AbortSignal,
    private readonly via: 'rest' | 'graphql' | 'mcp' = 'rest',
  ) {
    this.caller = request.caller;
  }

  get principal(): Principal {
    return this.caller?.principal ?? anonymous;
  }

  get origin(): Origin {
    const { id, ip, headers } = this.request;
    return { requestId: id, address: ip, agent: headers['user-agent'] ?? '', via: this.via };
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
