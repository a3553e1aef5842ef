import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { BranchState } from './branch-state.js';
import { nextState, type StateChange } from './next-state.js';

/**
 * Makes the next state. Checks that take long share the event loop; the state is made again with their results, which
 * are kept, so that each time fewer are left.
 */
export async function link(before: BranchState, change: StateChange): Promise<BranchState> {
  for (;;) {
    const deferred: (() => void)[] = [];
    const state = nextState(before, change, (check) => deferred.push(check));
    if (deferred.length === 0) return state;
    for (const check of deferred) {
      while (isTurnOver()) await nextTurn();
      check();
    }
  }
}
