import type { Check } from './run-checks.js';

export interface BranchReadiness {
  branch: string;
  notReady: number;
  /** Some of them: entities as `kind/name`, files without an entity as their paths. */
  named: readonly string[];
}

/** Branches that the check names. */
const maxBranches = 5;

/** Warns about entities whose newest version is not in service. */
export function entitiesCheck(read: () => readonly BranchReadiness[]): Check {
  return {
    name: 'entities',
    run() {
      const branches = read();
      const affected = branches.filter(({ notReady }) => notReady > 0);
      const [first] = affected;
      if (!first) {
        const where = branches.length === 1 ? 'the branch' : `the ${branches.length} branches`;
        return { status: 'ok', detail: `All entities of ${where} are ready` };
      }
      const parts = affected.slice(0, maxBranches).map(describe);
      const more = affected.length - parts.length;
      const others = more === 1 ? 'and one more branch' : `and ${more} more branches`;
      const detail = [...parts, ...(more > 0 ? [others] : [])].join('; ');
      const hint = {
        text: 'List the findings with {call}. Until they are fixed, the last good versions stay in service.',
        operation: 'read-sync-status',
        arguments: { branch: first.branch },
      };
      return { status: 'warn', detail, hint };
    },
  };
}

function describe({ branch, notReady, named }: BranchReadiness): string {
  const rest = notReady - named.length;
  const which = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  const count = notReady === 1 ? 'one entity or file is' : `${notReady} entities and files are`;
  return `\`${branch}\`: ${count} not ready (${which})`;
}
