import type { Check } from './run-checks.js';

/** A flow that one of several nodes, the leader, executes alone. */
export interface LeaderFlow {
  readonly flow: string;
  /** Its reasons, such as `files`. */
  readonly needs: readonly string[];
}

/** Flows that the check names. */
const maxNamed = 5;

/** Names the flows of production that the leader executes alone, with the reasons. */
export function leaderFlowsCheck(read: () => readonly LeaderFlow[]): Check {
  return {
    name: 'leader-flows',
    run() {
      const flows = read();
      if (flows.length === 0) return { status: 'ok', detail: 'No flow of production needs the leader' };
      const named = flows.slice(0, maxNamed).map(({ flow, needs }) => `\`${flow}\` (${needs.join(', ')})`);
      const more = flows.length - named.length;
      const count =
        flows.length === 1 ? 'One flow of production runs' : `${flows.length} flows of production run`;
      const rest = more > 0 ? ` and ${more} more` : '';
      return { status: 'ok', detail: `${count} at the leader only: ${named.join(', ')}${rest}` };
    },
  };
}
