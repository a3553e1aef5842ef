import { type BranchState, entityId } from '../branch-state.js';
import type { Facts } from '../readiness.js';
import type { BranchRule } from './branch-rule.js';

/** Says nothing while a file has errors: what it uses is not known. */
export const connectionUnused: BranchRule = {
  id: 'connection-unused',
  severity: 'hint',
  summary: 'no flow uses a connection',
  what: 'No flow of the branch calls an action of the connection. Looked for only where a whole branch or folder is checked.',
  why: 'Credentials that nothing needs are better taken away.',
  mend: 'Delete it; or silence this, if it is used through the API.',
  example: {
    wrong: 'kind: connection\nname: old-shop',
    right: '# svc-ignore: connection-unused\nkind: connection\nname: old-shop',
  },
  across: true,
  whole: true,
  check(state, facts) {
    if (state.notReady.size > 0 || state.broken.size > 0) return [];
    const connections = state.entities.get('connection')?.values() ?? [];
    return [...connections].flatMap(({ home }) => {
      const entry = facts.file(home);
      const identity = entry?.analysis.identity;
      if (!identity || isUsed(state, facts, identity.name)) return [];
      return [
        {
          rule: 'connection-unused',
          severity: 'hint' as const,
          file: home,
          pointer: identity.pointer,
          ...identity.place,
          message: `no flow uses the connection \`${identity.name}\``,
          hint: 'Delete it, or silence this if it is used through the API.',
        },
      ];
    });
  },
};

function isUsed(state: BranchState, facts: Facts, connection: string): boolean {
  const paths = state.referrers.get(entityId('connection', connection))?.keys() ?? [];
  return [...paths].some((path) => facts.file(path)?.analysis.identity?.kind === 'flow');
}
