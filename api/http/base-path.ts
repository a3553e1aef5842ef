import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../../controller/settings/index.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The path that callers see before those of the routes, without a slash at its end; `''` for none. */
    basePath: string;
    /** `Server.BaseUrl`: the address that people use, where the settings name it. */
    baseUrl: string | undefined;
    /** Returns the address of the service: `Server.BaseUrl`, else the one that the caller used. */
    getBase: typeof getBase;
    /** The name that people know the installation by. */
    siteName: string;
  }
}

/** Metadata are in front of the path, on a host that other services share (RFC 8414, 3.1; RFC 9728, 3.1). */
const wellKnown = /^\/\.well-known\/oauth-(?:protected-resource|authorization-server)/;

export function useSite(app: FastifyInstance, { BasePath = '', BaseUrl, Name }: Settings['Server']): void {
  app.decorate('basePath', BasePath).decorate('siteName', Name);
  app.decorate('baseUrl', BaseUrl).decorate('getBase', getBase);
}

/**
 * Returns a function that cuts the base path off the path of a request; paths without it stay as they are, for proxies that
 * cut it off, and for probes.
 */
export function basePathCutter(basePath: string): (request: Pick<IncomingMessage, 'url'>) => string {
  return ({ url = '/' }) => {
    if (url.startsWith(`${basePath}/`)) return url.slice(basePath.length);
    if (url === basePath || url.startsWith(`${basePath}?`)) return `/${url.slice(basePath.length)}`;
    const [name = ''] = wellKnown.exec(url) ?? [];
    const rest = url.slice(name.length + basePath.length);
    const isOwn = name !== '' && url.startsWith(basePath, name.length) && /^(?:[/?]|$)/.test(rest);
    return isOwn ? name + rest : url;
  };
}

const plainHost = /^[\w.:[\]-]+$/;

/** The address that the caller used, without a slash at the end; the base path alone for a host that is none. */
export function getAddress({
  host,
  protocol,
  server,
}: Pick<FastifyRequest, 'host' | 'protocol' | 'server'>): string {
  return `${plainHost.test(host ?? '') ? `${protocol}://${host}` : ''}${server.basePath}`;
}

/** Returns the address of the service: `Server.BaseUrl`, else the one that the caller used. */
export function getBase(request: Pick<FastifyRequest, 'host' | 'protocol' | 'server'>): string {
  return request.server.baseUrl ?? getAddress(request);
}
