import type { Check } from './run-checks.js';

interface RemoteState {
  /** The applied revision, undefined before the first. */
  revision: string | undefined;
  /** Why the last fetch or reconciliation failed, and what to do. */
  failure: { message: string; hints: readonly string[] } | undefined;
  ready: { isTrue: boolean; message: string } | undefined;
}

export interface GitRemoteCheckOptions {
  branch: string;
  /** True where the repository follows a remote. */
  hasRemote: boolean;
  /** Reconciles the branch once more and returns its state after. */
  refresh(): Promise<RemoteState>;
}

/** Reconciles the production branch and reports the outcome. */
export function gitRemoteCheck({ branch, hasRemote, refresh }: GitRemoteCheckOptions): Check {
  return {
    name: 'git-remote',
    async run() {
      const before = new Date().toISOString();
      const state = await refresh();
      const revision = state.revision?.slice(0, 12) ?? 'no revision';
      if (state.failure) {
        const message = state.failure.message.replace(/\.$/, '');
        const hint = state.failure.hints.join(' ');
        return { status: 'warn', detail: `${message}; ${revision} is in service`, hint };
      }
      if (!state.ready?.isTrue) {
        const hint = `Read \`GET /api/v1/${encodeURIComponent(branch)}/cicd/sync\`: it names the problem.`;
        return { status: 'warn', detail: state.ready?.message ?? 'The branch was not read yet', hint };
      }
      const source = hasRemote ? 'The remote' : 'The repository';
      return { status: 'ok', detail: `${source} was read at ${before}; ${revision} is in service` };
    },
  };
}

/** The newest commit status that the forge did not take. */
export interface RefusedStatus {
  revision: string;
  reason: string;
  hint: string;
  /** True when it is not tried again. */
  isFinal: boolean;
}

export function commitStatusCheck(refused: () => RefusedStatus | undefined): Check {
  return {
    name: 'commit-statuses',
    run() {
      const found = refused();
      if (!found) return { status: 'ok', detail: 'No commit status was refused' };
      const revision = found.revision.slice(0, 12);
      const outcome = found.isFinal ? 'was given up' : 'is tried again';
      const detail = `The status of ${revision} ${outcome}: ${found.reason}`;
      return { status: 'warn', detail, hint: found.hint };
    },
  };
}
