import type { Constraint, SqlRows, SqlValue } from '../engine/engine.js';

/** A request of the service to the process with the database open. */
export type Ask =
  | { do: 'open'; file: string; create: boolean; maxBytes: number }
  | { do: 'begin'; mode: 'read' | 'write' }
  | { do: 'run'; sql: string; values: readonly SqlValue[]; maxRows: number; foreign: boolean }
  | { do: 'commit' | 'rollback' };

export type Answer =
  | { ok: true; rows?: SqlRows }
  | {
      ok: false;
      message: string;
      constraint?: Constraint;
      reason?: 'busy' | 'too-large' | 'unreadable' | 'denied';
    };
