import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendReadingPage } from '../http/browser-pages.js';
import type { Manual } from './manual.js';

export const manualRoutes = [
  { method: 'GET', path: '/manual' },
  { method: 'GET', path: '/manual/:name' },
  { method: 'GET', path: '/manual/assets/style.css' },
] as const;

/** Opens the manual that the build has made, with its code. */
export async function openBuiltManual(): Promise<Manual> {
  const { openManual } = await import('./manual.js');
  return openManual();
}

/**
 * Serves the manual as pages without a credential: the manual describes the product, not the installation. The only script
 * adds buttons that copy. The first request loads the manual and the code of its pages.
 * @param open loads the manual
 */
export function registerManual(app: FastifyInstance, open: () => Promise<Manual>): void {
  const [start, page, styleSheet] = manualRoutes;
  const send = async (reply: FastifyReply, page: string) => {
    const { copyScript } = await import('./pages/code/copy-script.js');
    return sendReadingPage(reply, page, copyScript().hash);
  };
  app.get<{ Querystring: { q?: unknown } }>(start.path, async ({ query }, reply) => {
    const { startPage, searchPage } = await import('./manual-pages.js');
    const words = typeof query.q === 'string' ? query.q.trim() : '';
    const served = { manual: await open(), basePath: app.basePath };
    return send(reply, words === '' ? startPage(served) : searchPage(served, words));
  });
  app.get<{ Params: { name: string } }>(page.path, async ({ params: { name } }, reply) => {
    const { topicPage, missingPage } = await import('./manual-pages.js');
    const served = { manual: await open(), basePath: app.basePath };
    const topic = served.manual.find(name);
    if (topic) return send(reply, topicPage(served, topic));
    return send(reply.code(404), missingPage(served, name));
  });
  app.get(styleSheet.path, async (_request, reply) => {
    const { style } = await import('./pages/style.js');
    return reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(style);
  });
}
