import type { Connector } from '../connectors/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import { type OpenRunnable, openRunnable as openStates } from '../runnable/index.js';
import type { Identity } from '../security/identity/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { Assignees } from './assignees.js';
import type { Base } from './base.js';

interface Parts {
  reconciler: Reconciler;
  vault: Vault;
  identity: Identity;
  assignees: Assignees;
  /** Production and the active branches. */
  active: readonly string[];
  production: string;
  connectors: readonly Connector[];
}

/** Opens the states that say whether what entities need is here, and logs those that cannot run when they change. */
export async function openRunnable(
  { settings, config, log, closers }: Base,
  parts: Parts,
): Promise<OpenRunnable> {
  const { reconciler, vault, identity, assignees, active, production, connectors } = parts;
  const states = await openStates({
    reconciler,
    branches: {
      production,
      defaultEnvironment: () => config.current().Flows.Environment,
      peek: (branch) => reconciler.peek(branch),
    },
    active,
    vault,
    identity,
    connectors,
    installation: {
      flows: settings.Flows,
      findAssigneeFault: (assignee, of) => assignees.findFault(assignee, of),
    },
    changed(count, first, snapshot) {
      if (count === 0) return;
      const { branch, revision } = snapshot;
      const detail = first.map(({ kind, name }) => {
        const [missing] = states.find(snapshot, kind, name)?.missing ?? [];
        return `${kind}/${name}: ${missing?.message ?? ''}`;
      });
      log.warn({ branch, revision, count, detail }, 'entities cannot run');
    },
    report: (err) => log.error({ err }, 'entities not looked at'),
  });
  closers.add(async () => states.close());
  return states;
}
