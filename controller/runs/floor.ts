import type { Turns } from '../turns/index.js';
import type { Closures } from './closures.js';
import type { Run } from './contract.js';
import type { Dispatcher } from './dispatcher.js';
import type { Execution } from './execution.js';
import type { Live } from './live.js';
import type { RunStore } from './run-store.js';
import { toRun } from './state.js';
import type { Surroundings } from './surroundings.js';

/** The shop floor: what the parts of the run engine work with in common. */
export interface Floor {
  readonly store: RunStore;
  readonly closures: Closures;
  readonly dispatcher: Dispatcher;
  readonly live: Live;
  /** Of each run that is not in memory: what changes it or takes it up does so alone. */
  readonly turns: Turns;
  readonly surroundings: Surroundings;
}

/** Begins the run or queues it; resolves when it is durable. It may have ended by then. */
export async function accept(floor: Floor, execution: Execution): Promise<Run> {
  floor.dispatcher.admit(execution);
  await execution.flush();
  return toRun(execution.state, floor.surroundings.sealing);
}
