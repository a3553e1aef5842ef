import type { Check } from './run-checks.js';

/** A trigger whose polls find nothing that can start its flow, or not all of it. */
interface FailingPoll {
  branch: string;
  trigger: string;
  /** Why, in a sentence. */
  detail: string;
}

/** Triggers that the check names. */
const maxNamed = 3;

/** Warns about triggers whose polls of an application fail again and again, or leave items out. */
export function pollsCheck(read: () => { polling: number; failing: readonly FailingPoll[] }): Check {
  return {
    name: 'polls',
    run() {
      const { polling, failing } = read();
      const [first] = failing;
      if (!first) {
        const detail =
          polling === 0
            ? 'No trigger polls an application'
            : `${polling} ${polling === 1 ? 'trigger polls' : 'triggers poll'}`;
        return { status: 'ok', detail };
      }
      const shown = failing
        .slice(0, maxNamed)
        .map(({ branch, trigger, detail }) => `\`${trigger}\` on \`${branch}\`: ${detail}`);
      const more = failing.length - shown.length;
      const detail = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
      const hint = {
        text: 'Read the state of the trigger with {call}; its polls go on by themselves.',
        operation: 'read-trigger-state',
        arguments: { branch: first.branch, trigger: first.trigger },
      };
      return { status: 'warn', detail, hint };
    },
  };
}
