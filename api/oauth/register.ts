import type { FastifyInstance } from 'fastify';
import type { Abortable } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { acceptForms } from '../http/bodies.js';
import { acceptsPage } from '../http/pages/accept.js';
import { sendHtml } from '../http/pages/page.js';
import { Authorizations } from './authorizations.js';
import { registerClientRoutes, toFailure } from './client-routes.js';
import { Clients } from './clients/clients.js';
import { OAuthFailure } from './clients/failure.js';
import { registerConsentRoutes } from './consent-routes.js';
import { requireIssuer } from './issuer.js';
import { describeServer } from './metadata.js';
import { sayPage } from './pages.js';
import { oauthPaths, serverMetadataPath } from './paths.js';

const consent = `${oauthPaths.consent}/:id`;

export const oauthRoutes = [
  { method: 'GET', path: serverMetadataPath },
  { method: 'GET', path: oauthPaths.authorize },
  { method: 'GET', path: consent },
  { method: 'POST', path: consent },
  { method: 'POST', path: `${consent}/sign-in` },
  { method: 'GET', path: oauthPaths.device },
  { method: 'POST', path: oauthPaths.deviceAuthorization },
  { method: 'POST', path: oauthPaths.token },
  { method: 'POST', path: oauthPaths.revoke },
  { method: 'POST', path: oauthPaths.register },
] as const;

/** Pages of persons; the other addresses are called by programs. */
const pagePaths: ReadonlySet<string | undefined> = new Set([
  oauthPaths.authorize,
  consent,
  `${consent}/sign-in`,
  oauthPaths.device,
]);

export interface OAuthOptions {
  controller: Controller;
  closing: Abortable;
}

/** Serves svc as an authorization server (OAuth 2.1) of clients. Requests count by address, as all without a credential. */
export function registerOAuth(app: FastifyInstance, { controller, closing }: OAuthOptions): void {
  const { settings, vault } = controller;
  const authorizations = new Authorizations();
  const clients = new Clients(settings.Auth.OAuth, vault);
  app.addHook('onClose', () => clients.close());
  app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const { url } = request.routeOptions;
      if (pagePaths.has(url) && acceptsPage(request.headers.accept)) {
        if (error instanceof OAuthFailure)
          return sendHtml(
            reply.code(error.status === 401 ? 400 : error.status).header('x-frame-options', 'DENY'),
            sayPage('The request was refused', `${error.message.replaceAll('`', '')}. Nothing was allowed.`),
          );
        return reply.send(error);
      }
      const isProblem = error instanceof Problem && error.status !== 404;
      if (!(error instanceof OAuthFailure) && !isProblem) return reply.send(error);
      const failure = toFailure(error, reply);
      return reply.code(failure.status).header('cache-control', 'no-store').send(failure.toBody());
    });
    scope.get(serverMetadataPath, { config: { credential: 'none' } }, async (request) =>
      describeServer(requireIssuer(settings, request), settings.Auth),
    );
    registerConsentRoutes(scope, { controller, closing, authorizations });
    registerClientRoutes(scope, { controller, clients, authorizations });
  });
}
