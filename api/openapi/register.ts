import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readCodeFile } from '../../schemas/code-root.js';
import { getAddress } from '../http/base-path.js';
import { sendPage } from '../http/browser-pages.js';
import { openApiDocument } from './document.js';
import { documentedRoutes } from './documented-routes.js';
import { getPage, startScriptFile } from './page.js';

export interface DocumentationOptions {
  version: string;
  baseUrl: string | undefined;
}

const base = '/api/v1';

export const documentationRoutes = [
  { method: 'GET', path: `${base}/openapi.json` },
  { method: 'GET', path: `${base}/docs` },
  { method: 'GET', path: `${base}/docs/:asset` },
] as const;

/** The files of the page; all come from the package, none from another address. */
const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** Serves the OpenAPI document and its page, without a credential: they describe the product, not the installation. */
export function registerDocumentation(app: FastifyInstance, options: DocumentationOptions): void {
  const names = new Map<string, string>();
  app.get(documentationRoutes[0].path, (request, reply) => {
    const baseUrl = options.baseUrl ?? getAddress(request);
    let text = names.get(baseUrl);
    if (text === undefined) {
      text = JSON.stringify(openApiDocument(documentedRoutes, { version: options.version, baseUrl }));
      // A service has few names; requests with invented `Host` headers must not fill the memory.
      if (names.size < 8) names.set(baseUrl, text);
    }
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get(documentationRoutes[1].path, (_request, reply) => sendPage(reply, getPage(app.basePath)));
  app.get<{ Params: { asset: string } }>(documentationRoutes[2].path, (request, reply) => {
    const { asset } = request.params;
    if (asset === 'start.js')
      return reply.type('text/javascript; charset=utf-8').send(readCodeFile(startScriptFile));
    const type = Object.hasOwn(assets, asset) ? assets[asset] : undefined;
    if (type === undefined) return reply.callNotFound();
    reply.header('cache-control', 'public, max-age=3600');
    return reply.type(type).send(createReadStream(join(assetFolder(), asset)));
  });
}

function assetFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static');
}
