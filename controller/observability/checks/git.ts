import { untilAborted, within } from '../../concurrency/signals.js';
import { type Hint, joinHints } from '../../problems/index.js';
import type { Check } from './run-checks.js';

interface RemoteState {
  /** The applied revision, undefined before the first. */
  revision: string | undefined;
  /** Why the last fetch or reconciliation failed, and what to do. */
  failure: { message: string; hints: readonly Hint[] } | undefined;
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
        const hint = joinHints(state.failure.hints);
        return { status: 'warn', detail: `${message}; ${revision} is in service`, hint };
      }
      if (!state.ready?.isTrue) {
        const hint = {
          text: 'See the problem with {call}.',
          operation: 'read-sync-status',
          arguments: { branch },
        };
        return { status: 'warn', detail: state.ready?.message ?? 'The branch was not read yet', hint };
      }
      const source = hasRemote ? 'The remote' : 'The repository';
      return { status: 'ok', detail: `${source} was read at ${before}; ${revision} is in service` };
    },
  };
}

export interface RepositoryState {
  /** Set while the local repository is damaged. */
  damage: { message: string; hints: readonly Hint[] } | undefined;
  /** Folders that a repair has kept: some commits in them could not be read. */
  kept: readonly { folder: string; lost: readonly string[]; hint: string }[];
}

/** Reports damaged objects of the local repository, and what a repair could not save. */
export function gitRepositoryCheck(read: () => RepositoryState): Check {
  return {
    name: 'git-repository',
    run() {
      const { damage, kept } = read();
      if (damage) return { status: 'warn', detail: damage.message, hint: joinHints(damage.hints) };
      const [first] = kept;
      if (!first) return { status: 'ok', detail: 'No damage was found' };
      const lost = kept.flatMap((one) => one.lost).join(', ');
      const folders = kept.map(({ folder }) => folder).join(', ');
      const detail = `Commits that only this machine had could not be read when it was fetched again: ${lost}. The damaged files are in ${folders}`;
      return { status: 'warn', detail, hint: first.hint };
    },
  };
}

/** The newest commit status that the forge did not take. */
export interface RefusedStatus {
  revision: string;
  reason: string;
  hint: Hint;
  /** True when it is not tried again. */
  isFinal: boolean;
}

export function commitStatusCheck(refused: () => RefusedStatus | undefined): Check {
  return {
    name: 'commit-statuses',
    run() {
      const refusal = refused();
      if (!refusal) return { status: 'ok', detail: 'No commit status was refused' };
      const revision = refusal.revision.slice(0, 12);
      const outcome = refusal.isFinal ? 'was given up' : 'is tried again';
      const detail = `The status of ${revision} ${outcome}: ${refusal.reason}`;
      return { status: 'warn', detail, hint: refusal.hint };
    },
  };
}

export interface PullRequestPlansState {
  /** The newest plan that is not shown; `number` is undefined where the open pull requests could not be listed. */
  trouble: { number: number | undefined; reason: string; hint: Hint; isFinal: boolean } | undefined;
  /** True where there are more open pull requests than svc looks at. */
  isCut: boolean;
}

/** Reports plans that pull requests do not show. */
export function pullRequestPlansCheck(read: () => PullRequestPlansState): Check {
  return {
    name: 'pull-request-plans',
    run() {
      const { trouble, isCut } = read();
      if (trouble) {
        const { number, reason, hint, isFinal } = trouble;
        const outcome = isFinal ? 'was given up' : 'is tried again';
        const what =
          number === undefined ? 'The list of open pull requests' : `The plan of the pull request ${number}`;
        return { status: 'warn', detail: `${what} ${outcome}: ${reason}`, hint };
      }
      if (!isCut) return { status: 'ok', detail: 'Open pull requests have their plans' };
      return {
        status: 'warn',
        detail: 'There are too many open pull requests: those that changed last are planned',
        hint: 'Close pull requests that are not needed any more.',
      };
    },
  };
}

export interface ProtectionCheckOptions {
  branch: string;
  /** Asks the forge; undefined where svc knows no forge that it can ask. */
  isProtected: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

/** The time for the answer of a forge: less than that of a check, so that the reason is reported. */
const answerMs = 2_500;

/** Warns about a remote that may accept direct pushes to production: svc does not see a review of what they bring. */
export function protectionCheck({ branch, isProtected }: ProtectionCheckOptions): Check {
  const name = 'branch-protection';
  const risk = `All who may push to \`${branch}\` at the remote decide what svc runs and which secrets that uses`;
  const protect = `Protect \`${branch}\` at the remote, so that it takes changes by pull request only.`;
  return {
    name,
    async run() {
      if (!isProtected) {
        const hint = `${protect} If the remote is on GitHub, GitLab, Gitea, Forgejo or Bitbucket, set \`Git.Forge\`, so that svc can check it.`;
        return {
          status: 'warn',
          detail: `svc cannot tell if the remote accepts direct pushes. ${risk}`,
          hint,
        };
      }
      try {
        if (await within(answerMs, undefined, (signal) => untilAborted(isProtected(signal), signal)))
          return { status: 'ok', detail: `The forge protects \`${branch}\`` };
      } catch (error) {
        const detail = `The forge did not report if it protects \`${branch}\`: ${(error as Error).message}`;
        return { status: 'warn', detail, hint: protect };
      }
      return { status: 'warn', detail: `The forge does not protect \`${branch}\`. ${risk}`, hint: protect };
    },
  };
}
