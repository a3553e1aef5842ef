import type { FastifyInstance } from 'fastify';
import type { Counter, Registry } from 'prom-client';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import type { RequestTimes } from './request-hooks.js';
import { runFiguresText } from './run-metrics.js';

type Prom = typeof import('prom-client');

export const healthRoutes = [
  { method: 'GET', path: '/healthz' },
  { method: 'GET', path: '/readyz' },
] as const;

const statusSchema = {
  response: {
    200: { type: 'object', properties: { status: { type: 'string' }, version: { type: 'string' } } },
  },
};

/** Probes for the supervisor of the process; they need no credential. */
export function registerHealth(app: FastifyInstance, controller: Controller): void {
  app.get('/healthz', { schema: statusSchema }, () => ({ status: 'alive', version: controller.version }));
  app.get('/readyz', { schema: statusSchema }, () => {
    const reasons = controller.readiness();
    if (reasons.length === 0) return { status: 'ready', version: controller.version };
    throw new Problem('not_ready', reasons.join('; '));
  });
}

export const metricsRoute = { method: 'GET', path: '/metrics' } as const;

/** Prometheus metrics of this process in a registry of its own. Needs any credential but a share link. */
export async function registerMetrics(
  app: FastifyInstance,
  controller: Controller,
  times: RequestTimes,
): Promise<void> {
  const prom = await import('prom-client');
  const registry: Registry = new prom.Registry();
  prom.collectDefaultMetrics({ register: registry });
  times.seconds = new prom.Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const readRuns = runMetrics(prom, registry);
  const readBranch = branchMetrics(prom, registry);
  const isPublic = controller.settings.Telemetry.PublicMetrics;
  app.get(metricsRoute.path, { config: isPublic ? { credential: 'none' } : {} }, async (request, reply) => {
    if (!isPublic && request.caller?.principal.share) {
      throw new Problem('forbidden', 'A share link does not allow reading the metrics');
    }
    readRuns(controller);
    readBranch(controller);
    const [text, figures] = await Promise.all([registry.metrics(), controller.runFigures()]);
    return reply.type(registry.contentType).send(`${text}\n${runFiguresText(figures)}`);
  });
}

/** Makes the metrics of runs and their journal; the function that is returned reads them. */
function runMetrics(prom: Prom, registry: Registry): (controller: Controller) => void {
  const of = (name: string, help: string, ...labelNames: string[]) => {
    return { name: `svc_${name}`, help, labelNames, registers: [registry] };
  };
  const runs = new prom.Gauge(of('runs', 'Runs by state', 'state'));
  const queueLag = new prom.Gauge(
    of('queue_lag_seconds', 'Waiting time of the run that has waited longest for a free place'),
  );
  const ended = new prom.Counter(
    of('runs_ended_total', 'Runs that have ended in this process, by state', 'status'),
  );
  const occurrences = new prom.Counter(
    of(
      'trigger_occurrences_total',
      'Occurrences of triggers in this process, by what became of them',
      'status',
    ),
  );
  const tokens = new prom.Counter(
    of('llm_tokens_total', 'Tokens of language models in this process', 'connection', 'kind'),
  );
  const transactions = new prom.Counter(
    of('journal_transactions_total', 'Transactions written to the database'),
  );
  const writes = new prom.Counter(of('journal_writes_total', 'Statements in these transactions'));
  return (controller) => {
    const { running, pending, oldest, ...statistics } = controller.statistics();
    runs.set({ state: 'running' }, running);
    runs.set({ state: 'pending' }, pending);
    queueLag.set(oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) / 1_000);
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

/** Makes the metrics of the branches; the function that is returned reads them. */
function branchMetrics(prom: Prom, registry: Registry): (controller: Controller) => void {
  const registers = [registry];
  const ready = new prom.Gauge({
    name: 'svc_branch_ready',
    help: 'Whether the newest revision seen is in service',
    labelNames: ['branch'],
    registers,
  });
  const entities = new prom.Gauge({
    name: 'svc_branch_entities',
    help: 'Entities of a branch, by whether they are valid',
    labelNames: ['branch', 'valid'],
    registers,
  });
  const notReady = new prom.Gauge({
    name: 'svc_entities_not_ready',
    help: 'Entities whose newest version is not in service, of the branches that are followed',
    labelNames: ['branch'],
    registers,
  });
  return ({ reconciler, branches: { production } }) => {
    notReady.reset();
    for (const branch of reconciler.followed().slice(0, mostBranches)) {
      const counts = reconciler.status(branch)?.counts;
      if (counts) notReady.set({ branch }, counts.invalid);
    }
    const status = reconciler.status(production);
    const isReady = status?.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
    ready.set({ branch: production }, isReady ? 1 : 0);
    entities.set({ branch: production, valid: 'true' }, status?.counts.entities ?? 0);
    entities.set({ branch: production, valid: 'false' }, status?.counts.invalid ?? 0);
  };
}

/** Branches with a metric of their own; production comes first. */
const mostBranches = 100;

/** Sets a counter to a count that is kept elsewhere and only grows. */
function setTo(counter: Counter, value: number): void {
  counter.reset();
  counter.inc(value);
}
