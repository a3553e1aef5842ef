import type { Reconciler } from '../reconciler/contract.js';
import type { FollowedBranch } from '../reconciler/index.js';
import type { RunnableStates } from '../runnable/contract.js';
import type { ConnectionService, HumanTaskService } from '../runs/contract.js';
import type { Audit } from '../security/audit/audit-log.js';
import type { Branches, Controller, MemberView } from './contract.js';
import { requireLeader } from './leader-needed.js';

/** The parts of a controller that a member has. */
export type ServedParts = Omit<
  MemberView,
  'isMember' | 'branches' | 'reconciler' | 'audit' | 'runnable' | 'connections'
> & {
  audit: Pick<MemberView['audit'], 'begin'>;
  branches: Pick<Branches, 'production' | 'gitEnabled'>;
  followed: FollowedBranch;
  runnable: Pick<RunnableStates, 'version' | 'find' | 'getSecrets'>;
  /** Connections are tested by a schedule, at the leader. */
  hasTests: boolean;
  connections: Pick<ConnectionService, 'written' | 'getActions'>;
  humanTasks: Pick<HumanTaskService, 'list' | 'get'>;
};

/**
 * Returns a member as operations see it. Whatever a member lacks, or may have in an older state than the leader, throws
 * `LeaderNeeded`: other branches than production, and each member of `Controller` that is not named here.
 */
export function createMemberView({
  branches: { production, gitEnabled },
  followed,
  runnable,
  hasTests,
  audit,
  connections,
  humanTasks,
  ...parts
}: ServedParts): Controller {
  const requireProduction = (branch: string): void => {
    if (branch !== production) requireLeader(`branch ${branch}`);
  };
  const view: MemberView = {
    ...parts,
    isMember: true,
    audit: withoutRest<Audit>('audit', { begin: (...event) => audit.begin(...event) }),
    branches: withoutRest<Branches>('branches', {
      production,
      gitEnabled,
      async resolve(segment) {
        requireProduction(segment);
        return production;
      },
    }),
    reconciler: withoutRest<Reconciler>('reconciler', {
      peek(branch) {
        requireProduction(branch);
        return followed.peek(branch);
      },
      async current(branch) {
        requireProduction(branch);
        return followed.current(branch);
      },
      async fresh(branch) {
        requireProduction(branch);
        return followed.current(branch);
      },
      onApplied: (listener) => followed.onApplied(listener),
    }),
    runnable: withoutRest<RunnableStates>('runnable', {
      get version() {
        return runnable.version;
      },
      find(snapshot, kind, name) {
        if (hasTests && kind === 'connection') requireLeader('tests of connections');
        return runnable.find(snapshot, kind, name);
      },
      getSecrets: (...entity) => runnable.getSecrets(...entity),
    }),
    // Nothing but the files decides these; calls are the leader's.
    connections: withoutRest<ConnectionService>('connections', {
      written: (use) => connections.written(use),
      getActions: (use) => connections.getActions(use),
    }),
    humanTasks: withoutRest<HumanTaskService>('humanTasks', {
      list: (filter) => humanTasks.list(filter),
      get: (id) => humanTasks.get(id),
    }),
  };
  return withoutRest<Controller>('controller', view);
}

/** Makes all other members of an object throw `LeaderNeeded`; its own ones cost nothing more. */
function withoutRest<Whole extends object>(name: string, part: Partial<Whole>): Whole {
  const rest = new Proxy(Object.create(null), {
    get: (_target, member) => (typeof member === 'string' ? requireLeader(`${name}.${member}`) : undefined),
  });
  return Object.setPrototypeOf(part, rest) as Whole;
}
