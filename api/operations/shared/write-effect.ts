import { type Hint, type HintBody, toHintBody } from '../../../controller/problems/index.js';
import { hintShape } from './hints.js';
import type { OperationContext } from './operation.js';
import { described, flag } from './schemas.js';

/** The part of the answer to a write that tells whether it is in effect. */
interface WriteEffect {
  inEffect: boolean;
  /** Why it is not. */
  notice?: string;
  /** The call that brings it into effect, or says what is missing. */
  next?: HintBody;
}

/** The members of an answer to a write that tell whether it is in effect. */
export const effectMembers = {
  inEffect: described(
    flag,
    'Whether the branch serves what was written. If not, `notice` has the reason and `next` the call that goes on; left out of dry runs and proposals.',
  ),
  next: hintShape,
};

interface Written {
  type: string;
  name: string;
  change: string;
}

/**
 * Tells whether what was written to a branch is in service: the branch may be held or broken, or an entity not ready. A trigger on
 * a branch that fires none is named, too.
 */
export function getWriteEffect(
  { controller, writeCall }: OperationContext,
  branch: string,
  writes: readonly Written[],
  notice?: string,
): WriteEffect {
  const status = controller.reconciler.status(branch);
  const not = (why: string, next?: Hint): WriteEffect => ({
    inEffect: false,
    notice: [`Written, but not in effect: ${why}`, notice].filter(Boolean).join(' '),
    ...(next ? { next: toHintBody(next, writeCall) } : {}),
  });
  const read = (text: string): Hint => ({ text, operation: 'read-sync-status', arguments: { branch } });
  if (status?.held) {
    const { reason, message, revision } = status.held;
    const why = `the branch \`${branch}\` is held, and the version before stays in service. ${message}`;
    if (reason === 'unverified') return not(why, read('Find the commit that has to be signed with {call}.'));
    if (reason !== 'prune') return not(why, read('List the findings to fix with {call}.'));
    return not(why, {
      text: 'Apply it, deletions included, with {call}.',
      operation: 'sync-branch',
      arguments: { branch, confirmPrune: true, revision },
    });
  }
  const ready = status?.conditions.find(({ type }) => type === 'Ready');
  if (ready?.status === 'False')
    return not(
      `the branch \`${branch}\` is not applied. ${ready.message}`,
      read('See when it is with {call}.'),
    );
  const snapshot = controller.reconciler.peek(branch);
  if (!snapshot)
    return not(`svc does not follow the branch \`${branch}\` now.`, {
      text: 'Read it with {call}.',
      operation: 'sync-branch',
      arguments: { branch },
    });
  for (const { type, name, change } of writes) {
    if (change === 'deleted') continue;
    const condition = snapshot.status(type, name)?.conditions.find((each) => each.type === 'Ready');
    if (condition?.status !== 'False') continue;
    return not(
      `${type} \`${name}\` is not ready: ${condition.message}`,
      read('List the findings with {call}.'),
    );
  }
  const { Git } = controller.config.current();
  const fires = branch === controller.branches.production || (Git?.ActiveBranches ?? []).includes(branch);
  if (writes.some(({ type, change }) => type === 'trigger' && change !== 'deleted') && !fires)
    return not(
      `triggers fire on the production branch and on those of \`Git.ActiveBranches\`, and \`${branch}\` is none of them.`,
    );
  return { inEffect: true, ...(notice === undefined ? {} : { notice }) };
}

/** Entities that a sentence names. */
const maxNamed = 20;
const verbs = { created: 'adds', updated: 'changes', deleted: 'removes', unchanged: 'leaves' } as const;
/** Types whose changes are more than a change of what runs. */
const weights: Readonly<Record<string, string>> = {
  team: ' (rights)',
  connection: ' (where credentials go)',
  environment: ' (which secrets are used where)',
};

/** Names changes of entities and of other files, such as ``changes connection `shop` (where credentials go)``. */
export function describeChanges(
  entities: readonly { type: string; name: string; change: keyof typeof verbs }[],
  files: readonly string[] = [],
): string {
  const changes = [
    ...entities.map(({ type, name, change }) => `${verbs[change]} ${type} \`${name}\`${weights[type] ?? ''}`),
    ...files.map((file) => `changes the file \`${file}\``),
  ];
  if (changes.length === 0) return 'changes no entity';
  const more = changes.length > maxNamed ? ` and ${changes.length - maxNamed} more` : '';
  return `${changes.slice(0, maxNamed).join(', ')}${more}`;
}
