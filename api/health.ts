import type { FastifyInstance } from 'fastify';
import type { Controller } from '../controller/contract.js';
import { Problem } from '../controller/problems/index.js';

export const healthRoutes = [
  { method: 'GET', path: '/healthz' },
  { method: 'GET', path: '/readyz' },
] as const;

const statusSchema = {
  response: {
    200: { type: 'object', properties: { status: { type: 'string' }, version: { type: 'string' } } },
  },
};

/** Probes for whoever keeps the process running; they need no credential. */
export function registerHealth(app: FastifyInstance, controller: Controller): void {
  app.get('/healthz', { schema: statusSchema }, () => ({ status: 'alive', version: controller.version }));
  app.get('/readyz', { schema: statusSchema }, () => {
    const reasons = controller.readiness();
    if (reasons.length === 0) return { status: 'ready', version: controller.version };
    throw new Problem('not_ready', reasons.join('; '));
  });
}
