import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';
import { consolePath } from './data/base.js';
import { readConnectionView } from './pages/connection/connection-view.js';
import { readFlowView } from './pages/flow/flow-view.js';
import { readFlowFilter } from './pages/flows/flow-filter.js';
import { readInboxView } from './pages/inbox/inbox-view.js';
import { readInstallationSearch } from './pages/installation/installation-view.js';
import { readPeopleView } from './pages/people/people-view.js';
import { readProposalsView } from './pages/proposals/proposals-view.js';
import { readRunView } from './pages/run/run-view.js';
import { readRunFilter } from './pages/runs/run-filter.js';
import { readSecretsView } from './pages/secrets/secrets-view.js';
import { readTriggerView } from './pages/triggers/triggers-view.js';
import { ErrorPage } from './shell/error-page.js';
import { Frame } from './shell/frame.js';
import { NotFoundPage } from './shell/not-found-page.js';

/** Texts of the query, and nothing else: addresses stay as people type them. */
type RawSearch = Record<string, string | undefined>;

const rootRoute = createRootRoute({
  validateSearch: ({ branch }: RawSearch): { branch?: string } => (branch ? { branch } : {}),
  search: { middlewares: [retainSearchParams(['branch'])] },
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ to, error }: RawSearch): { to?: string; error?: string } => ({
    ...(to ? { to } : {}),
    ...(error ? { error } : {}),
  }),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.js'), 'SignInPage'),
});

/** Everything that needs a session, inside the frame. */
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: Frame,
});

const overviewRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.js'), 'OverviewPage'),
});

const runsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs',
  validateSearch: readRunFilter,
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.js'), 'RunsPage'),
});

const runRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs/$run',
  validateSearch: readRunView,
  component: lazyRouteComponent(() => import('./pages/run/run-page.js'), 'RunPage'),
});

const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/inbox',
  validateSearch: readInboxView,
  component: lazyRouteComponent(() => import('./pages/inbox/inbox-page.js'), 'InboxPage'),
});

const humanTaskRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/inbox/$task',
  component: lazyRouteComponent(() => import('./pages/human-task/human-task-page.js'), 'HumanTaskPage'),
});

const approvalRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/approvals/$approval',
  component: lazyRouteComponent(() => import('./pages/approval/approval-page.js'), 'ApprovalPage'),
});

const flowsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/flows',
  validateSearch: readFlowFilter,
  component: lazyRouteComponent(() => import('./pages/flows/flows-page.js'), 'FlowsPage'),
});

const flowRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/flows/$flow',
  validateSearch: readFlowView,
  component: lazyRouteComponent(() => import('./pages/flow/flow-page.js'), 'FlowPage'),
});

const triggersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/triggers',
  validateSearch: readTriggerView,
  component: lazyRouteComponent(() => import('./pages/triggers/triggers-page.js'), 'TriggersPage'),
});

const connectionsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/connections',
  validateSearch: ({ q }: RawSearch): { q?: string } => (q ? { q } : {}),
  component: lazyRouteComponent(() => import('./pages/connections/connections-page.js'), 'ConnectionsPage'),
});

const connectionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/connections/$connection',
  validateSearch: readConnectionView,
  component: lazyRouteComponent(() => import('./pages/connection/connection-page.js'), 'ConnectionPage'),
});

const proposalsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/proposals',
  validateSearch: readProposalsView,
  component: lazyRouteComponent(() => import('./pages/proposals/proposals-page.js'), 'ProposalsPage'),
});

const proposalRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/proposals/$proposal',
  component: lazyRouteComponent(() => import('./pages/proposal/proposal-page.js'), 'ProposalPage'),
});

const secretsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/secrets',
  validateSearch: readSecretsView,
  component: lazyRouteComponent(() => import('./pages/secrets/secrets-page.js'), 'SecretsPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/people',
  validateSearch: readPeopleView,
  component: lazyRouteComponent(() => import('./pages/people/people-page.js'), 'PeoplePage'),
});

const installationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/installation',
  validateSearch: readInstallationSearch,
  component: lazyRouteComponent(
    () => import('./pages/installation/installation-page.js'),
    'InstallationPage',
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    frameRoute.addChildren([
      overviewRoute,
      runsRoute,
      runRoute,
      inboxRoute,
      humanTaskRoute,
      approvalRoute,
      flowsRoute,
      flowRoute,
      triggersRoute,
      connectionsRoute,
      connectionRoute,
      proposalsRoute,
      proposalRoute,
      secretsRoute,
      peopleRoute,
      installationRoute,
    ]),
  ]),
  basepath: consolePath,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(search)) {
      if (value !== undefined && value !== '') parameters.set(name, String(value));
    }
    const text = parameters.toString();
    return text === '' ? '' : `?${text}`;
  },
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
