import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '../../controller/contract.js';
import { Problem } from '../../controller/problems/index.js';
import { addressOf, toProblem } from '../problem-answers.js';
import { CallContext } from '../rest/call-context.js';
import { requireOwnOrigin } from './origins.js';

export interface McpOptions {
  controller: Controller;
  /** Aborts when the service stops. */
  closing: AbortSignal;
}

const methods = ['GET', 'POST', 'DELETE'] as const;
const path = '/mcp';
const metadataPaths = [
  `/.well-known/oauth-protected-resource${path}`,
  '/.well-known/oauth-protected-resource',
];

export const mcpRoutes = [
  ...methods.map((method) => ({ method, path })),
  ...metadataPaths.map((known) => ({ method: 'GET', path: known })),
];

/** The Model Context Protocol at `/mcp` (Streamable HTTP), for who is authenticated. */
export function registerMcp(app: FastifyInstance, { controller, closing }: McpOptions): void {
  const { settings, version } = controller;
  const baseOf = (request: FastifyRequest) => settings.Server.BaseUrl ?? addressOf(request);
  let service: Promise<import('./service.js').McpService> | undefined;
  // The protocol has answers of its own to what is not JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', (request, _reply, done) => {
    requireOwnOrigin(settings, { host: request.headers.host, origin: request.headers.origin });
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || !settings.Auth.Oidc) return;
    const metadata = `${baseOf(request)}${metadataPaths[0]}`;
    reply.header('www-authenticate', `Bearer realm="svc", resource_metadata="${metadata}"`);
  });
  app.route({
    method: [...methods],
    url: path,
    handler: async (request, reply) => {
      // The library is loaded when somebody asks; most services are never asked.
      service ??= import('./service.js').then(({ McpService }) => new McpService(version, controller));
      const context = new CallContext(controller, request, reply, closing, 'mcp');
      const { caller, principal, origin } = context;
      const explain = (error: unknown) => toProblem(error, request);
      const call = { controller, caller, principal, origin, closing, explain, baseUrl: baseOf(request) };
      return send(reply, await (await service).answer(webRequest(request, context.signal), call));
    },
  });
  app.addHook('preClose', async () => (await service)?.close());
}

/** Where clients find out who issues tokens for this service (RFC 9728); there is nothing without an issuer. */
export function registerResourceMetadata(app: FastifyInstance, { settings }: Controller): void {
  for (const known of metadataPaths) {
    app.get(known, async (request) => {
      const { Oidc } = settings.Auth;
      if (!Oidc) {
        throw new Problem('route_not_found', 'No issuer of tokens is configured', {
          hints: ['Send an API key: `X-API-Key`, or `Authorization: Bearer`.'],
        });
      }
      return {
        resource: `${settings.Server.BaseUrl ?? addressOf(request)}${path}`,
        resource_name: 'svc',
        authorization_servers: [Oidc.Issuer],
        bearer_methods_supported: ['header'],
      };
    });
  }
}

function webRequest({ method, url, headers, body }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'x-api-key' || name === 'authorization' ? [] : [[name, String(value)]],
  );
  const init = { method, headers: given, signal };
  return new Request(`http://svc${url}`, typeof body === 'string' ? { ...init, body } : init);
}

function send(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  response.headers.forEach((value, name) => {
    reply.header(name, value);
  });
  return reply.send(response.body ?? '');
}
