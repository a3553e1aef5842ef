import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BoundedWait } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { Lease } from '../../controller/storage/index.js';
import { healthRoutes } from './monitoring.js';

const maxWaitMs = 2_000;
/** Probes tell the state of this process, and are answered without a lease. */
const probes: ReadonlySet<string | undefined> = new Set(healthRoutes.map(({ path }) => path));

/**
 * Answers requests only while this process holds its lease: afterwards another node may lead and take writes, and answers from
 * the memory of this one would be older than what the caller knows. A request waits a moment for the renewal, and is refused with
 * the problem `standby`.
 */
export function useLease(app: FastifyInstance, lease: Lease | undefined): void {
  if (!lease) return;
  let renewal: Promise<void> | undefined;
  const waitForRenewal = async (): Promise<void> => {
    // One for all requests that wait: none is left behind when its time is over.
    renewal ??= lease.whenValid().finally(() => {
      renewal = undefined;
    });
    const wait = new BoundedWait(maxWaitMs, undefined);
    await Promise.race([renewal, wait.over]);
    wait.release();
    if (lease.isValid) return;
    throw new Problem('standby', 'This node has lost its database, and another one may lead by now.');
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (lease.isValid || isProbe(request)) done();
    else waitForRenewal().then(() => done(), done);
  });
}

function isProbe(request: FastifyRequest): boolean {
  return probes.has(request.routeOptions.url);
}
