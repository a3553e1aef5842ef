import type { FastifyReply } from 'fastify';
import { JoinedSignal } from '../../controller/concurrency/signals.js';
import type { AuditEntry } from '../../controller/security/audit/contract.js';
import type { Principal } from '../../controller/security/identity/access/access.js';
import type { Caller } from '../../controller/security/identity/credentials/credential-index.js';
import type { Controller } from '../../controller/start/contract.js';
import type { OperationContext, Origin } from '../operations/shared/operation.js';
import type { Route } from '../operations/shared/route.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where no credential is needed and none was sent. */
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** The media types the body may have. */
    bodyTypes?: readonly string[];
    credential?: Route['credential'] | undefined;
    /** The body is passed to the operation as a stream. */
    streamed?: true | undefined;
  }
}

const anonymous: Principal = { id: 'anonymous', role: 'viewer' };

/** One HTTP call, as an operation sees it. */
export class CallContext implements OperationContext {
  readonly caller: Caller | undefined;
  audit?: AuditEntry;
  #signal: AbortSignal | undefined;
  #listening: AbortSignal | undefined;

  constructor(
    readonly controller: Controller,
    private readonly reply: FastifyReply,
    private readonly closing: AbortSignal,
    private readonly via: 'rest' | 'graphql' | 'mcp' = 'rest',
  ) {
    this.caller = reply.request.caller;
  }

  get principal(): Principal {
    return this.caller?.principal ?? anonymous;
  }

  get origin(): Origin {
    const { id, ip, headers, trace } = this.reply.request;
    return { requestId: id, address: ip, agent: headers['user-agent'] ?? '', via: this.via, trace };
  }

  /** Aborts when the connection is gone or the service stops; made only for an operation that asks. */
  get signal(): AbortSignal {
    this.#signal ??= this.#whileConnected();
    return this.#signal;
  }

  get listening(): AbortSignal {
    const { identity } = this.controller;
    this.#listening ??= this.caller ? identity.whileValid(this.caller, this.signal) : this.signal;
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
