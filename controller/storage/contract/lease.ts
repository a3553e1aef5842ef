import type { Problem } from '../../problems/index.js';

/**
 * The right of a process to act for the installation, where another process can take over. It ends unless it is renewed, and
 * the database refuses the writes of a process without it.
 */
export interface Lease {
  /** Ask before each effect outside of the database: it costs nothing. */
  readonly isValid: boolean;
  /** Resolves when the lease has been renewed; never for a process that was replaced. */
  whenValid(): Promise<void>;
}

/** The process that leads. */
export interface Holder {
  readonly id: string;
  readonly version: string;
  /** See `NodeRecord`. */
  readonly url?: string | undefined;
  readonly fingerprint?: string | undefined;
}

/** The part of a process that shares a database with a leader: it joins the leader, or waits to take over from it. */
export interface Standby {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** True for a process that can be a member; the leader must be of the same version. */
  readonly joins: boolean;
  /** Called when another process leads. Throws where this one could not take over from it. */
  begins(holder: Holder): void;
  /** Called when the wait begins, as this process cannot join, and whenever another process has taken over meanwhile. */
  waits(holder: Holder): void;
  /** Called when another process has taken over: this one must end. */
  replaced(problem: Problem): void;
}
