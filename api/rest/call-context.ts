import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../controller/audit/contract.js';
import type { Controller } from '../../controller/contract.js';
import type { Caller, Principal } from '../../controller/identity/contract.js';
import { JoinedSignal } from '../../controller/signals/index.js';
import type { OperationContext, Origin } from '../operations/operation.js';

const anonymous: Principal = { id: 'anonymous', role: 'viewer' };

/** One HTTP call, as an operation sees it. */
export class CallContext implements OperationContext {
  readonly caller: Caller | undefined;
  audit?: AuditEntry;
  #signal: AbortSignal | undefined;
  #listening: AbortSignal | undefined;

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
    const { id, ip, headers, trace } = this.request;
    return { requestId: id, address: ip, agent: headers['user-agent'] ?? '', via: this.via, trace };
  }

  /** Aborts when the connection is gone or the service stops; made only for an operation that asks. */
  get signal(): AbortSignal {
    this.#signal ??= this.#whileConnected();
    return this.#signal;
  }

  get listening(): AbortSignal {
    const { identity } = this.controller;
    this.#listening ??= this.caller ? identity.whileGood(this.caller, this.signal) : this.signal;
    return this.#listening;
  }

  #whileConnected(): AbortSignal {
    const joined = new JoinedSignal(this.closing);
    const { raw } = this.reply;
    if (raw.destroyed) joined.abort();
    else raw.once('close', () => joined.abort());
    return joined.signal;
  }
}
