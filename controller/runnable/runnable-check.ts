import type { Snapshot } from '../catalog/index.js';
import type { Check } from '../observability/index.js';
import type { RunnableStates } from './contract.js';

/** Branches that the check names. */
const maxBranches = 5;

/** Warns of entities that would fail for want of something. @param read the newest snapshots of the branches in use */
export function runnableCheck(states: RunnableStates, read: () => readonly Snapshot[]): Check {
  return {
    name: 'runnable',
    run() {
      const summaries = read().flatMap((snapshot) => {
        const condition = states.summarize(snapshot);
        return condition ? [{ branch: snapshot.branch, condition }] : [];
      });
      const affected = summaries.filter(({ condition }) => condition.status !== 'True');
      const [first] = affected;
      if (!first) return { status: 'ok', detail: 'What the entities need is here' };
      const parts = affected
        .slice(0, maxBranches)
        .map(({ branch, condition }) => `\`${branch}\`: ${condition.message}`);
      const more = affected.length - parts.length;
      const detail = [...parts, ...(more > 0 ? [`And ${more} more branches.`] : [])].join(' ');
      const [entity] = states.list(first.branch);
      const hint = {
        text: 'Read one of them with {call}: `status.missing` says what is missing, and what to do.',
        operation: 'read-entity',
        arguments: {
          branch: first.branch,
          op: 'platform',
          type: entity?.kind ?? '',
          name: entity?.name ?? '',
        },
      };
      return { status: 'warn', detail, hint };
    },
  };
}
