import type { Reconciler } from '../reconciler/contract.js';
import type { Check } from './run-checks.js';

/** Brings the production branch in once more, and tells what came of it. */
export function gitRemoteCheck(reconciler: Reconciler, branch: string, remote: string | undefined): Check {
  return {
    name: 'git-remote',
    async run() {
      const before = Date.now();
      await reconciler.request(branch);
      const status = reconciler.status(branch);
      const ready = status?.conditions.find(({ type }) => type === 'Ready');
      const revision = status?.appliedRevision?.slice(0, 12) ?? 'nothing';
      if (status?.lastError !== undefined) {
        const what = status.lastError.replace(/\.$/, '');
        const hint = status.hints.join(' ');
        return { status: 'warn', detail: `${what}; ${revision} is in service`, hint };
      }
      if (ready?.status !== 'True') {
        const hint = `Read \`GET /api/v1/${encodeURIComponent(branch)}/cicd/sync\`: it names what is wrong.`;
        return { status: 'warn', detail: ready?.message ?? 'The branch was not read yet', hint };
      }
      const where = remote === undefined ? 'The repository' : 'The remote';
      return {
        status: 'ok',
        detail: `${where} was read at ${new Date(before).toISOString()}; ${revision} is in service`,
      };
    },
  };
}
