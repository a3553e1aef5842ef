import type { Check } from './run-checks.js';

export interface BranchReadiness {
  branch: string;
  entities: number;
  notReady: number;
  /** Some of them, as `kind/name`. */
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
      const detail = [...parts, ...(more > 0 ? [`and ${more} more branches`] : [])].join('; ');
      const path = `/api/v1/${encodeURIComponent(first.branch)}/cicd/sync`;
      const hint = `Read \`GET ${path}\`: it lists the findings. Until they are fixed, the last good versions stay in service.`;
      return { status: 'warn', detail, hint };
    },
  };
}

function describe({ branch, entities, notReady, named }: BranchReadiness): string {
  const rest = notReady - named.length;
  const which = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return `\`${branch}\`: ${notReady} of ${entities} entities are not ready (${which})`;
}
