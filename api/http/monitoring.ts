import type { FastifyInstance } from 'fastify';
import type { Counter, Registry } from 'prom-client';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import type { NodeRecord } from '../../controller/storage/index.js';
import { type MetricName, metrics } from './metric-list.js';
import type { RequestTimes } from './request-hooks.js';
import { runFiguresText } from './run-metrics.js';

type Prom = typeof import('prom-client');

export const healthRoutes = [
  { method: 'GET', path: '/healthz' },
  { method: 'GET', path: '/readyz' },
] as const;

const statusSchema = {
  response: {
    200: {
      type: 'object',
      properties: { status: { type: 'string' }, version: { type: 'string' }, role: { type: 'string' } },
    },
  },
};

/** Probes for the supervisor of the process; they need no credential. */
export function registerHealth(
  app: FastifyInstance,
  controller: Pick<Controller, 'version' | 'readiness'>,
  role: NodeRecord['role'],
): void {
  app.get('/healthz', { schema: statusSchema }, () => ({ status: 'alive', version: controller.version }));
  app.get('/readyz', { schema: statusSchema }, () => {
    if (app.leaving.hasBegun) throw new Problem('shutting_down', 'The service is about to stop');
    const reasons = controller.readiness();
    if (reasons.length === 0) return { status: 'ready', version: controller.version, role };
    throw new Problem('not_ready', reasons.join('; '), { members: { role } });
  });
}

export const metricsRoute = { method: 'GET', path: '/metrics' } as const;

let ofProcess: Registry | undefined;

/** Returns the metrics of Node. Their observers are never removed: one set for each app would keep every closed app in memory. */
function processMetrics(prom: Prom): Registry {
  if (!ofProcess) {
    ofProcess = new prom.Registry();
    prom.collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** The source of metrics: a member has no state of its branch, and of what entities need. */
type Measured = Pick<Controller, 'settings' | 'certificate' | 'nodes' | 'statistics' | 'runFigures'> & {
  branches: Pick<Controller['branches'], 'production'>;
  reconciler: Pick<Controller['reconciler'], 'followed' | 'status'>;
  runnable?: Pick<Controller['runnable'], 'listFailingTests' | 'count'>;
};

/** Prometheus metrics of this process in a registry of its own. Needs any credential but a share link. */
export async function registerMetrics(
  app: FastifyInstance,
  controller: Measured,
  times: RequestTimes,
): Promise<void> {
  const prom = await import('prom-client');
  const registry: Registry = new prom.Registry();
  const node = processMetrics(prom);
  times.seconds = new prom.Histogram({
    ...stated('svc_http_request_duration_seconds', registry),
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  const readRuns = runMetrics(prom, registry);
  const readBranch = branchMetrics(prom, registry);
  new prom.Gauge({
    ...stated('svc_nodes', registry),
    async collect() {
      this.reset();
      for (const { role, seconds } of await controller.nodes().catch(() => []))
        if (seconds > 0) this.inc({ role });
    },
  });
  new prom.Counter({
    ...stated('svc_credentials_refused_total', registry),
    collect() {
      this.reset();
      for (const [reason, count] of app.refusals.counts()) this.inc({ reason }, count);
    },
  });
  const { certificate } = controller;
  if (certificate) {
    new prom.Gauge({
      ...stated('svc_certificate_expiry_timestamp_seconds', registry),
      collect() {
        this.set(certificate.state().expiresAt / 1_000);
      },
    });
  }
  const isPublic = controller.settings.Telemetry.PublicMetrics;
  app.get(metricsRoute.path, { config: isPublic ? { credential: 'none' } : {} }, async (request, reply) => {
    if (!isPublic && request.caller?.principal.share) {
      throw new Problem('forbidden', 'A share link does not allow reading the metrics');
    }
    readRuns(controller);
    readBranch(controller);
    const texts = await Promise.all([
      node.metrics(),
      registry.metrics(),
      controller.runFigures().then(runFiguresText),
    ]);
    return reply.type(registry.contentType).send(texts.join('\n'));
  });
}

/** Makes the metrics of runs and their journal; the function that is returned reads them. */
function runMetrics(prom: Prom, registry: Registry): (controller: Measured) => void {
  const runs = new prom.Gauge(stated('svc_runs', registry));
  const queueLag = new prom.Gauge(stated('svc_queue_lag_seconds', registry));
  const branchLag = new prom.Gauge(stated('svc_branch_queue_lag_seconds', registry));
  const ended = new prom.Counter(stated('svc_runs_ended_total', registry));
  const occurrences = new prom.Counter(stated('svc_trigger_occurrences_total', registry));
  const tokens = new prom.Counter(stated('svc_llm_tokens_total', registry));
  const transactions = new prom.Counter(stated('svc_journal_transactions_total', registry));
  const writes = new prom.Counter(stated('svc_journal_writes_total', registry));
  return (controller) => {
    const { running, pending, oldest, oldestByBranch, ...statistics } = controller.statistics();
    runs.set({ state: 'running' }, running);
    runs.set({ state: 'pending' }, pending);
    queueLag.set(oldest === undefined ? 0 : secondsSince(oldest));
    branchLag.reset();
    branchLag.set({ branch: controller.branches.production }, 0);
    for (const [branch, since] of [...oldestByBranch].slice(0, maxBranches))
      branchLag.set({ branch }, secondsSince(since));
    ended.reset();
    for (const [status, count] of Object.entries(statistics.ended)) ended.inc({ status }, count);
    occurrences.reset();
    for (const [status, count] of Object.entries(statistics.occurrences)) occurrences.inc({ status }, count);
    tokens.reset();
    for (const { connection, kind, count } of statistics.tokens) tokens.inc({ connection, kind }, count);
    setTo(transactions, statistics.transactions);
    setTo(writes, statistics.writes);
  };
}

function secondsSince(time: number): number {
  return Math.max(0, Date.now() - time) / 1_000;
}

/** Makes the metrics of the branches; the function that is returned reads them. */
function branchMetrics(prom: Prom, registry: Registry): (controller: Measured) => void {
  const ready = new prom.Gauge(stated('svc_branch_ready', registry));
  const entities = new prom.Gauge(stated('svc_branch_entities', registry));
  const notReady = new prom.Gauge(stated('svc_entities_not_ready', registry));
  const notRunnable = new prom.Gauge(stated('svc_entities_not_runnable', registry));
  const failing = new prom.Gauge(stated('svc_connections_failing', registry));
  return ({ reconciler, runnable, branches: { production } }) => {
    const failures = runnable?.listFailingTests(production);
    if (failures) failing.set({ branch: production }, failures.length);
    notReady.reset();
    notRunnable.reset();
    for (const branch of reconciler.followed().slice(0, maxBranches)) {
      const counts = reconciler.status(branch)?.counts;
      if (counts) notReady.set({ branch }, counts.invalid);
      // A member leaves these states to the leader.
      if (counts && runnable) notRunnable.set({ branch }, runnable.count(branch));
    }
    const status = reconciler.status(production);
    // A member follows the branch without a status of its own.
    if (!status) return;
    const isReady = status.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
    ready.set({ branch: production }, isReady ? 1 : 0);
    entities.set({ branch: production, valid: 'true' }, status.counts.entities);
    entities.set({ branch: production, valid: 'false' }, status.counts.invalid);
  };
}

/** Returns the metric of this name for `prom-client`. */
function stated<Name extends MetricName>(name: Name, registry: Registry) {
  const { help, labels } = metrics[name];
  return {
    name,
    help,
    labelNames: [...labels] as (typeof metrics)[Name]['labels'][number][],
    registers: [registry],
  };
}

/** Branches with a metric of their own; production comes first. */
const maxBranches = 100;

/** Sets a counter to a count that is kept elsewhere and only grows. */
function setTo(counter: Counter, value: number): void {
  counter.reset();
  counter.inc(value);
}
