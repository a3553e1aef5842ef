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

/** The part of a process that waits for a database which another one uses, and takes over from it. */
export interface Standby {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when the wait begins. */
  begins(holder: { id: string; version: string }): void;
  /** Called when another process has taken over: this one must end. */
  replaced(problem: Problem): void;
}
