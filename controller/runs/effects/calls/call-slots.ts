import { FairGate } from '../../../concurrency/fair-gate.js';
import type { Sharing } from '../../../concurrency/fair-slots.js';
import type { Abortable } from '../../../concurrency/signals.js';

/** Calls of one connection at the same time, unless the connection has `maxConcurrent`. */
const callsOfConnection = 64;

/** A run that calls, or a caller outside of runs, which has no flow. */
export interface Caller {
  readonly branch: string;
  readonly flow?: string | undefined;
}

interface CalledConnection {
  readonly name: string;
  readonly environment: string | null;
  /** Its `maxConcurrent`. */
  readonly max: unknown;
}

/** Bounds the calls at the same time: of all runs together, and of each connection. Others wait in turns of the flows. */
export class CallSlots {
  readonly #all: FairGate;
  /** By branch, environment and connection. */
  readonly #ofConnections = new Map<string, FairGate>();

  constructor(
    callsInFlight: number,
    private readonly sharing: Sharing,
  ) {
    this.#all = new FairGate(callsInFlight, sharing);
  }

  /** Undefined when a call may begin at once; else resolves when it may. `leave` ends it. @throws the signal's reason */
  enter({ branch, flow = '' }: Caller, signal: Abortable): Promise<void> | undefined {
    return this.#all.enter(branch, flow, signal);
  }

  leave({ branch, flow = '' }: Caller): void {
    this.#all.leave(branch, flow);
  }

  /** Performs a call of a connection, which has entered. @throws the signal's reason while it waits, and as `call` does */
  async withConnection<Result>(
    { branch, flow = '' }: Caller,
    { name, environment, max }: CalledConnection,
    signal: Abortable,
    call: () => Promise<Result>,
  ): Promise<Result> {
    const key = `${branch} ${environment ?? ''} ${name}`;
    const gate = this.#getGate(key, branch, max);
    const entered = gate.enter(branch, flow, signal);
    if (entered) await entered;
    try {
      return await call();
    } finally {
      gate.leave(branch, flow);
      if (gate.isIdle && this.#ofConnections.get(key) === gate) this.#ofConnections.delete(key);
    }
  }

  /** A changed `maxConcurrent` holds once the connection has been idle. */
  #getGate(key: string, branch: string, max: unknown): FairGate {
    let gate = this.#ofConnections.get(key);
    if (!gate) {
      // All of them are of one branch, so that no branch needs a share.
      const { sharing } = this;
      const own: Sharing = {
        production: branch,
        branchWeight: (name) => sharing.branchWeight(name),
        flowWeight: (name, flow) => sharing.flowWeight(name, flow),
      };
      gate = new FairGate(typeof max === 'number' ? max : callsOfConnection, own, 0);
      this.#ofConnections.set(key, gate);
    }
    return gate;
  }
}
