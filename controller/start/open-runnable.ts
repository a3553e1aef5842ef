import type { Quarantine } from '../backups/index.js';
import type { Connector } from '../connectors/index.js';
import type { Consents } from '../consents/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import { type OpenRunnable, type OpenTests, openRunnable as openStates } from '../runnable/index.js';
import type { ConnectionService } from '../runs/contract.js';
import type { Identity } from '../security/identity/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { Assignees } from './assignees.js';
import type { Base } from './base.js';

interface Parts {
  reconciler: Pick<Reconciler, 'peek' | 'onApplied'>;
  vault: Vault;
  identity: Identity;
  assignees: Assignees;
  /** Production and the active branches. */
  active: readonly string[];
  production: string;
  connectors: readonly Connector[];
  consents: Pick<Consents, 'list' | 'onChange'>;
  /** Left out at a member: the leader tests connections, and logs what cannot run. */
  leading?: Leading;
}

interface Leading {
  connections: Pick<ConnectionService, 'test'>;
  quarantine: Pick<Quarantine, 'isActive'>;
}

/** Opens the states that say whether what entities need is here, and logs those that cannot run when they change. */
export async function openRunnable(
  { settings, config, log, closers }: Base,
  parts: Parts,
): Promise<OpenRunnable> {
  const { reconciler, vault, identity, assignees, active, production, connectors, leading } = parts;
  const { TestEvery } = settings.Connections;
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
    consents: parts.consents,
    installation: {
      flows: settings.Flows,
      findAssigneeFault: assignees.findFault.bind(assignees),
    },
    tests:
      TestEvery === undefined || !leading
        ? undefined
        : getTests(TestEvery * 1_000, { ...leading, production }, log),
    changed(count, first, snapshot) {
      if (count === 0 || !leading) return;
      const { branch, revision } = snapshot;
      const detail = first.map(({ kind, name }) => {
        const [missing] = states.find(snapshot, kind, name)?.missing ?? [];
        return `${kind}/${name}: ${missing?.message ?? ''}`;
      });
      log.warn({ branch, revision, count, detail }, 'entities cannot run');
    },
    report: (err) => log.error({ err }, 'entities not looked at'),
  });
  closers.add(() => states.close());
  return states;
}

/** Tests of connections, which use secrets as any other use of a connection does: by the same policy, and audited. */
function getTests(
  periodMs: number,
  { connections, quarantine, production: branch }: Leading & Pick<Parts, 'production'>,
  log: Base['log'],
): OpenTests {
  return {
    periodMs,
    isPaused: () => quarantine.isActive,
    test({ connection, environment }, signal) {
      const principal = `connection/${branch}/${connection}`;
      const use = { branch, connection, principal };
      return connections.test(environment === null ? use : { ...use, environment }, signal);
    },
    changed({ connection, environment }, { ok, detail }) {
      const about = { branch, connection, environment, detail };
      if (ok) log.info(about, 'the test of a connection passes again');
      else log.warn(about, 'the test of a connection fails');
    },
    report: (err) => log.error({ err }, 'connections not tested'),
  };
}
