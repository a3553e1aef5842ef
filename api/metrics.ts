import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Counter, Histogram, Registry } from 'prom-client';
import type { Controller } from '../controller/contract.js';
import { Problem } from '../controller/problems/index.js';

export const metricsRoute = { method: 'GET', path: '/metrics' } as const;

/** Counts requests once `registerMetrics` has loaded what it counts with; until then there is nobody to answer. */
export class RequestMetrics {
  #seconds: Histogram<'method' | 'route' | 'status'> | undefined;

  /** Call it before any route is registered. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      this.#seconds?.observe(
        { method: request.method, route: routeOf(request), status: String(reply.statusCode) },
        reply.elapsedTime / 1_000,
      );
      done();
    });
  }

  countWith(histogram: Histogram<'method' | 'route' | 'status'>): void {
    this.#seconds = histogram;
  }
}

/** Prometheus metrics of this process in a registry of its own. Needs any credential but a share link. */
export async function registerMetrics(
  app: FastifyInstance,
  controller: Controller,
  requests: RequestMetrics,
): Promise<void> {
  const prom = await import('prom-client');
  const registry: Registry = new prom.Registry();
  prom.collectDefaultMetrics({ register: registry });
  const registers = [registry];
  requests.countWith(
    new prom.Histogram({
      name: 'svc_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
  );
  const runs = new prom.Gauge({ name: 'svc_runs', help: 'Runs by state', labelNames: ['state'], registers });
  const queueLag = new prom.Gauge({
    name: 'svc_queue_lag_seconds',
    help: 'How long the run that waits longest has waited for a place',
    registers,
  });
  const ended = new prom.Counter({
    name: 'svc_runs_ended_total',
    help: 'Runs that have ended in this process, by state',
    labelNames: ['status'],
    registers,
  });
  const transactions = new prom.Counter({
    name: 'svc_journal_transactions_total',
    help: 'Transactions of the database that were written',
    registers,
  });
  const writes = new prom.Counter({
    name: 'svc_journal_writes_total',
    help: 'Statements that were written in them',
    registers,
  });
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
  const { production } = controller.branches;

  function read(): void {
    const { running, pending, oldest, ...stats } = controller.statistics();
    runs.set({ state: 'running' }, running);
    runs.set({ state: 'pending' }, pending);
    queueLag.set(oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) / 1_000);
    ended.reset();
    for (const [status, count] of Object.entries(stats.ended)) ended.inc({ status }, count);
    setTo(transactions, stats.transactions);
    setTo(writes, stats.writes);
    const status = controller.reconciler.status(production);
    const isReady = status?.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
    ready.set({ branch: production }, isReady ? 1 : 0);
    entities.set({ branch: production, valid: 'true' }, status?.counts.entities ?? 0);
    entities.set({ branch: production, valid: 'false' }, status?.counts.invalid ?? 0);
  }

  const isPublic = controller.settings.Telemetry.PublicMetrics;
  app.get(metricsRoute.path, { config: isPublic ? { credential: 'none' } : {} }, async (request, reply) => {
    if (!isPublic && request.caller?.principal.share) {
      throw new Problem('forbidden', 'A share link does not show the metrics of the service');
    }
    read();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What is counted elsewhere, and only grows. */
function setTo(counter: Counter, value: number): void {
  counter.reset();
  counter.inc(value);
}

/** The route and not the path: there are as many series as routes, whatever is asked for. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
