import type { Quarantine } from '../backups/index.js';
import type { OccurrenceTally } from '../observability/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import { findEnvironment, type RunEngine } from '../runs/index.js';
import type { SecretPolicy } from '../security/policy/secret-policy.js';
import { type DeliveryReport, DeliveryStore, Hooks, OccurrenceLog, TriggerStore } from '../triggers/index.js';
import type { Base } from './base.js';

interface Parts {
  /** Production and the active branches. */
  active: readonly string[];
  reconciler: Reconciler;
  runs: RunEngine;
  policy: Pick<SecretPolicy, 'read'>;
  occurrences: OccurrenceTally;
  quarantine: Pick<Quarantine, 'isActive'>;
}

/** Opens the receiver of deliveries to triggers. */
export function openHooks(
  { config, storage, log }: Base,
  { active, reconciler, runs, policy, occurrences, quarantine }: Parts,
): Hooks {
  const triggers = new TriggerStore(storage);
  return new Hooks({
    snapshots: reconciler,
    runs,
    deliveries: new DeliveryStore(storage),
    storage,
    occurrences: new OccurrenceLog(triggers),
    branches: active,
    limit: () => config.current().Limits.WebhooksPerMinute,
    async isPaused(branch, id) {
      // The sender tries again, so that nothing is lost until the quarantine ends.
      if (quarantine.isActive) throw new Problem('quarantined', 'This service does not take deliveries yet');
      const row = await triggers.find({ branch, id });
      return row !== undefined && row.paused_at !== null;
    },
    async getSecret(snapshot, name, { secret, key }) {
      const environment = findEnvironment(snapshot, name ?? config.current().Flows.Environment);
      const prefix = environment?.definition['secrets'];
      const user = { branch: snapshot.branch, environment: environment?.name ?? null };
      const secretsPrefix = typeof prefix === 'string' ? prefix : undefined;
      const value = (await policy.read({ ...user, secretsPrefix }, secret, { kind: 'check' }))[key];
      if (typeof value === 'string' && value !== '') return value;
      throw new Problem('secret_unusable', `The secret \`${secret}\` has no text \`${key}\``);
    },
    report(delivery) {
      const { outcome } = delivery;
      if (outcome !== 'repeated') occurrences.add(outcome);
      if (delivery.problem !== undefined) logProblem(log, delivery);
    },
  });
}

/** A refused delivery is a warning without its content, which anyone may send. */
function logProblem(log: Base['log'], { branch, trigger, outcome, problem }: DeliveryReport): void {
  const about = { branch, trigger };
  if (!(problem instanceof Problem)) {
    log.error({ ...about, err: problem }, 'delivery failed inside svc');
    return;
  }
  const { code, message: detail, cause } = problem;
  const reason = cause instanceof Problem ? { cause: `${cause.code}: ${cause.message}` } : {};
  log.warn({ ...about, code, detail, ...reason }, `delivery ${outcome}`);
}
