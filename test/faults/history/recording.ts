/** Operations that clients performed, and the state in which the service ended. */
export interface Recording {
  readonly operations: readonly Operation[];
  readonly end: EndState;
}

/** Times are in milliseconds of the clients' clock, which no fault moves. */
interface Timed {
  /** The number of the operation, which no other one has. */
  readonly n: number;
  readonly invokedAt: number;
  /** The time of the answer; undefined where none came. */
  readonly endedAt: number | undefined;
  /** A refused operation must have no effect. One without a usable answer may have its effect at any later time, or never. */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** The flow whose run performs the operation; undefined where none does. */
  readonly flow?: string;
  /** The run, once an answer has named it. */
  readonly run?: string;
}

/** Adds one to a counter. The result is known once the run has ended. */
export interface Increment extends Timed {
  readonly kind: 'increment';
  readonly counter: string;
  readonly result?: number;
}

/** Reads a counter. */
export interface Count extends Timed {
  readonly kind: 'count';
  readonly counter: string;
  readonly result?: number;
}

/** Writes the number of the operation to a register: an entry of a store, or an entity. */
export interface Write extends Timed {
  readonly kind: 'write';
  readonly register: string;
}

/** Reads a register; the result is the number of a write, 0 before the first one. */
export interface Read extends Timed {
  readonly kind: 'read';
  readonly register: string;
  readonly result?: number;
}

/** Answers a human task with the number of the operation. */
export interface Answer extends Timed {
  readonly kind: 'answer';
  readonly task: string;
}

/** Starts a run. */
export interface Start extends Timed {
  readonly kind: 'start';
  /** The output that the run must have; undefined where a person decides it. */
  readonly output?: number;
}

export type Operation = Increment | Count | Write | Read | Answer | Start;

export interface EndedRun {
  readonly id: string;
  readonly flow: string;
  readonly status: string;
  /** The number of the operation that started the run; undefined for a run of a schedule. */
  readonly n?: number;
  readonly output: unknown;
}

/** A human task, which names its run. */
export interface OpenedTask {
  readonly id: string;
  readonly run: string;
}

/** A run of the schedule that fires each second. */
export interface Firing {
  /** The time that the schedule names, in milliseconds of the service's clock. */
  readonly at: number;
  readonly run: string;
}

/** A stretch of the service's clock in which each second must have fired. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The state of the service and its repository once all operations and faults are over. */
export interface EndState {
  readonly runs: readonly EndedRun[];
  readonly tasks: readonly OpenedTask[];
  readonly firings: readonly Firing[];
  readonly ready: readonly Stretch[];
  /** The writes of each entity in the order of the Git history, by register. */
  readonly commits: ReadonlyMap<string, readonly number[]>;
}
