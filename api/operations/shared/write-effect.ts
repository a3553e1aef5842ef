import type { OperationContext } from './operation.js';
import { described, flag, getAnswer, openObject, text } from './schemas.js';

/** The call that brings what was written into effect, or says what is missing; each surface renders its own form. */
export interface NextCall {
  text: string;
  operation: 'sync-branch' | 'read-sync-status';
  arguments: { branch: string; confirmPrune?: true; revision?: string };
}

/** The part of the answer to a write that tells whether it is in effect. */
interface WriteEffect {
  inEffect: boolean;
  /** Why it is not. */
  notice?: string;
  next?: NextCall;
}

/** The members of an answer to a write that tell whether it is in effect. */
export const effectMembers = {
  inEffect: described(
    flag,
    'Whether the branch serves what was written. If not, `notice` has the reason and `next` the call that goes on; left out of dry runs and proposals.',
  ),
  next: described(
    getAnswer('NextCall', {
      text: described(text, 'The effect of the call.'),
      operation: described(text, 'The operation, such as `sync-branch`: `POST /api/v1/{branch}/cicd/sync`.'),
      arguments: described(openObject, 'Its arguments.'),
    }),
    'The call that goes on after a write that is not in effect.',
  ),
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
  { controller }: OperationContext,
  branch: string,
  writes: readonly Written[],
  notice?: string,
): WriteEffect {
  const status = controller.reconciler.status(branch);
  const not = (why: string, next?: NextCall): WriteEffect => ({
    inEffect: false,
    notice: [`Written, but not in effect: ${why}`, notice].filter(Boolean).join(' '),
    ...(next ? { next } : {}),
  });
  const read = (text: string): NextCall => ({ text, operation: 'read-sync-status', arguments: { branch } });
  if (status?.held) {
    const { reason, message, revision } = status.held;
    const why = `the branch \`${branch}\` is held, and the version before stays in service. ${message}`;
    if (reason === 'unverified') return not(why, read('names the commit that has to be signed'));
    if (reason !== 'prune') return not(why, read('lists the findings to fix'));
    return not(why, {
      text: 'applies it, deletions included',
      operation: 'sync-branch',
      arguments: { branch, confirmPrune: true, revision },
    });
  }
  const ready = status?.conditions.find(({ type }) => type === 'Ready');
  if (ready?.status === 'False')
    return not(`the branch \`${branch}\` is not applied. ${ready.message}`, read('shows when it is'));
  const snapshot = controller.reconciler.peek(branch);
  if (!snapshot)
    return not(`svc does not follow the branch \`${branch}\` now.`, {
      text: 'reads it',
      operation: 'sync-branch',
      arguments: { branch },
    });
  for (const { type, name, change } of writes) {
    if (change === 'deleted') continue;
    const condition = snapshot.status(type, name)?.conditions.find((each) => each.type === 'Ready');
    if (condition?.status !== 'False') continue;
    return not(`${type} \`${name}\` is not ready: ${condition.message}`, read('lists the findings'));
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

/** Renders the next call as that of a tool. */
export function toToolCall({ text, operation, arguments: args }: NextCall): string {
  const { branch, confirmPrune, revision } = args;
  if (operation === 'read-sync-status') return `read-entity {"type": "branch", "name": "${branch}"}: ${text}`;
  const action = confirmPrune ? `"confirm", "revision": "${revision ?? ''}"` : '"sync"';
  return `control {"type": "branch", "name": "${branch}", "action": ${action}}: ${text}`;
}
