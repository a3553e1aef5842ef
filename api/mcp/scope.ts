import type { Controller } from '../../controller/contract.js';
import type { Problem } from '../../controller/problems/index.js';
import { JoinedSignal } from '../../controller/signals/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { Operation, OperationContext, Origin } from '../operations/operation.js';
import { perform } from '../operations/perform.js';
import { operationNamed } from '../operations/registry.js';
import { prepareGiven } from '../rest/given-input.js';

/** What one request of a client comes with. */
export interface McpCall {
  controller: Controller;
  caller: OperationContext['caller'];
  principal: OperationContext['principal'];
  origin: Origin;
  /** Aborts when the service stops. */
  closing: AbortSignal;
  /** What an error that nobody expected is to the caller; it is logged. */
  explain(error: unknown): Problem;
  /** Aborts when a client of 2025-11-25 takes the request back. */
  takenBack: AbortSignal | undefined;
  /** Its signal aborts when the connection is gone. */
  connection: { readonly signal: AbortSignal };
  /** For links in answers, without a slash at the end. */
  baseUrl: string;
}

/** What happens to the request while it is answered. */
export interface McpExchange {
  /** Aborts when nobody waits any more; made for who asks. */
  readonly signal: AbortSignal;
  /** Whether the client has taken the request back, and is not only gone: then a run it waits for ends too. */
  isTakenBack(): boolean;
  /** Tells the client how far it has come; undefined where it does not care. */
  progress?: (done: number, message: string) => Promise<void>;
}

/** One request: the operations as its caller. */
export class McpScope {
  constructor(
    readonly call: McpCall,
    readonly exchange: McpExchange,
  ) {}

  /** The branch that is meant when none is named. */
  get production(): string {
    return this.call.controller.branches.production;
  }

  /** Performs an operation as the caller; `undefined` members of the input are left out. */
  async perform(name: string, input: Readonly<Record<string, unknown>>): Promise<Json | undefined> {
    const operation: Operation = operationNamed(name);
    const known = Object.entries(input).filter(([, value]) => value !== undefined);
    const given = prepareGiven(operation, Object.fromEntries(known) as JsonObject);
    let joined: JoinedSignal | undefined;
    const ending = (): AbortSignal => {
      joined ??= new JoinedSignal(this.call.closing, this.exchange.signal);
      return joined.signal;
    };
    try {
      const { value } = await perform(operation, this.#context(ending), given);
      return value as Json | undefined;
    } finally {
      joined?.release();
    }
  }

  #context(ending: () => AbortSignal): OperationContext {
    const { controller, caller, principal, origin } = this.call;
    return {
      controller,
      caller,
      principal,
      origin,
      autoPropose: true,
      get signal() {
        return ending();
      },
      // A tool gives one answer: none listens on.
      get listening() {
        return ending();
      },
    };
  }
}
