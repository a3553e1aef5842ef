import { linkRoutes } from '../forms/link-routes.js';
import { routes } from '../operations/registry.js';
import type { DocumentedRoute } from '../operations/shared/route.js';
import { signInRoutes } from '../operations/sign-in/routes.js';
import { gitSyncRoute } from '../webhooks/git-sync-route.js';
import { hookCheckRoute, hookRoute } from '../webhooks/hook-route.js';

/** The routes that the OpenAPI document describes. */
export const documentedRoutes: readonly DocumentedRoute[] = [
  ...routes,
  ...signInRoutes,
  ...linkRoutes,
  gitSyncRoute,
  hookRoute,
  hookCheckRoute,
];
