import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import { codeRoot, readCodeFile } from '../../../schemas/code-root.js';
import { type Asset, assets, fileInPackage } from './assets.js';
import { startScriptFile, style } from './page.js';

export const pageAssets = { method: 'GET', path: '/graphql/assets/:asset' } as const;

/** Serves the files of GraphiQL; none comes from another address. */
export function registerPage(app: FastifyInstance): void {
  app.get<{ Params: { asset: string } }>(pageAssets.path, (request, reply) => {
    const { asset } = request.params;
    if (asset === 'start.js')
      return reply.type('text/javascript; charset=utf-8').send(readCodeFile(startScriptFile));
    if (asset === 'page.css') return reply.type('text/css; charset=utf-8').send(style);
    const assetOfName = assets.find(({ name }) => name === asset);
    if (!assetOfName) throw new Problem('route_not_found', `There is nothing at ${request.url}`);
    reply.header('cache-control', 'public, max-age=3600');
    return reply.type(assetOfName.mediaType).send(createReadStream(getFile(assetOfName)));
  });
}

/** Returns the path of a file: beside the built code, or in its package. */
function getFile(asset: Asset): string {
  const built = fileURLToPath(new URL(`api/graphql/page/${asset.name}`, codeRoot));
  return existsSync(built) ? built : fileInPackage(asset);
}
