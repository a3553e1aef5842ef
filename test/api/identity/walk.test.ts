import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fitsAnAnswer } from '../../../api/graphql/schema.js';
import { operations } from '../../../api/operations/registry.js';
import { perform } from '../../../api/operations/shared/authorization.js';
import type { Operation, OperationContext } from '../../../api/operations/shared/operation.js';
import { newBudget, type Role, roles } from '../../../controller/security/identity/index.js';
import { type Door, getPaths, getShape, restDoors } from './doors.js';
import { graphQLDoors } from './graphql-doors.js';
import { mcpDoors } from './mcp-doors.js';
import { RealService } from './real-service.js';

const team = `kind: team
name: confined
members: ['api-key:confined']
confined: true
`;

let service: RealService;
/** The doors of REST, compared with the table of routes. */
let routed: Door[];
/** The doors of all three surfaces. */
let doors: Door[];
const keys = new Map<string, string>();

beforeAll(async () => {
  service = await RealService.start(
    { 'teams/confined.yaml': team },
    { SVC_Limits__RequestsPerMinute: '100000' },
  );
  routed = restDoors(service.app);
  doors = [...routed, ...graphQLDoors(service.app), ...mcpDoors(service.app)];
  for (const role of roles) keys.set(role, await service.key(role, role));
  keys.set('confined', await service.key('confined', 'editor'));
  const { token } = await service.controller.identity.shares.create({
    name: 'shared',
    branch: 'live',
    flow: 'hello',
    rights: ['run', 'read'],
    createdBy: 'user:admin',
  });
  keys.set('share', token);
});
afterAll(() => service.remove());

/** Returns the answers of doors that differ from the expected one for a credential. */
async function surprises(among: Door[], credential: string | undefined, expected: string): Promise<string[]> {
  const found: string[] = [];
  for (const door of among) {
    const code = await door.knock(credential);
    if (code !== expected) found.push(`${door.name}: ${code}`);
  }
  return found;
}

/** Operations that need no credential, whatever the surface. */
const withoutCredential = [
  'create-token',
  'read-schema',
  'read-connector-schema',
  'list-errors',
  'read-error',
];

/** Routes that are open to every caller. */
const open = [
  '/',
  '/favicon.ico',
  '/console',
  '/console/*',
  // Signing in; the session itself says who may read it.
  '/api/v1/platform/auth/ways',
  '/api/v1/platform/auth/session',
  '/api/v1/platform/auth/oidc/login',
  '/api/v1/platform/auth/oidc/callback',
  '/healthz',
  '/readyz',
  '/api/v1/openapi.json',
  '/api/v1/docs',
  '/api/v1/docs/:x',
  '/manual',
  '/manual/:x',
  '/manual/assets/style.css',
  '/api/v1/platform/auth/token',
  '/schemas/:x.json',
  '/schemas/connectors/:x.json',
  '/api/v1/platform/errors',
  '/api/v1/platform/errors/:x',
  '/graphql/assets/:x',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  // Clients have no credential yet, and persons sign in on the page of a request.
  '/.well-known/oauth-authorization-server',
  '/oauth/authorize',
  '/oauth/consent/:x',
  '/oauth/consent/:x/sign-in',
  '/oauth/device',
  '/oauth/device_authorization',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/register',
  // A delivery proves its sender by a signature; without a trigger at the path it is not found.
  '/api/v1/:x/hooks/:x',
  // The link is the credential.
  '/api/v1/platform/human-task-links/:x',
  '/api/v1/platform/human-tasks/link/:x',
];

/** Routes that are no operation of their own and check the credential themselves. */
const guarded = [
  '/api/v1/platform/git/sync',
  '/graphql',
  '/mcp',
  '/mcp/readonly',
  '/metrics',
  // The browser of a person who is signed in goes to an authority and comes back.
  '/api/v1/platform/consents/callback',
  '/api/v1/platform/consents/:x',
];

describe('every door', () => {
  test('is an operation, and every route of the server is a door or open', () => {
    const bound = new Set(routed.map((door) => getShape(door.name.split(' ')[1] ?? '')));
    const others = getPaths(service.app).filter((path) => !bound.has(path));
    expect(others.filter((path) => ![...open, ...guarded].includes(path))).toEqual([]);
    expect(getPaths(service.app).length).toBeGreaterThan(40);
    expect(new Set(routed.filter((door) => door.isOpen).map((door) => door.operation.name))).toEqual(
      new Set([...withoutCredential, 'sign-out']),
    );
  });

  test('of GraphQL and MCP is an operation, and every operation has a door', () => {
    const reached = (prefix: string) =>
      new Set(doors.filter(({ name }) => name.startsWith(prefix)).map(({ operation }) => operation.name));
    const fields = new Set([...reached('query '), ...reached('mutation ')]);
    const all = operations.map(({ name }) => name);
    expect(all.filter((name) => !routed.some(({ operation }) => operation.name === name))).toEqual([]);
    expect(operations.filter(fitsAnAnswer).filter(({ name }) => !fields.has(name))).toEqual([]);
    expect(doors.filter(({ name }) => /^tool [a-z-]+$/.test(name))).toHaveLength(15);
    expect(doors.filter(({ name }) => name.startsWith('resource '))).toHaveLength(7);
  });

  test('refuses a request without a credential, by every method', async () => {
    const closed = doors.filter((door) => !withoutCredential.includes(door.operation.name));
    expect(await surprises(closed, undefined, 'unauthenticated')).toEqual([]);
    const wrong: string[] = [];
    for (const path of getPaths(service.app).filter((known) => !open.includes(known))) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const { statusCode } = await service.app.inject({
          method,
          url: path.replaceAll(/:x|\*/g, 'x').replace('%3A', ':'),
        });
        if (statusCode !== 401 && statusCode !== 405) wrong.push(`${method} ${path}: ${statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('refuses an invalid key', async () => {
    const closed = doors.filter((door) => !door.isOpen);
    expect(await surprises(closed, `svc_live_${'a'.repeat(36)}`, 'unauthenticated')).toEqual([]);
  });

  test.each(['viewer', 'operator', 'editor'] as const)(
    'refuses a %s the operations that need a higher role',
    async (role) => {
      const beyond = doors.filter(({ operation }) => needsMore(operation, role));
      expect(beyond.length).toBeGreaterThan(5);
      expect(await surprises(beyond, keys.get(role), 'forbidden')).toEqual([]);
    },
  );

  test('refuses a key whose team grants nothing', async () => {
    const aimed = doors.filter(
      ({ operation }) => operation.target !== undefined && operation.permission !== 'admin',
    );
    expect(aimed.length).toBeGreaterThan(15);
    // The target of a proposal is known only after a read; a folder without Git has no proposals.
    const found = await surprises(aimed, keys.get('confined'), 'forbidden');
    expect(
      found.filter((line) => !/(?:proposal|request-?changes).*: git_versioning_disabled$/i.test(line)),
    ).toEqual([]);
  });

  test('refuses a share link, except for the operations of the shared flow', async () => {
    const others = doors.filter(
      ({ operation }) => operation.share === undefined && operation.permission !== 'anyone',
    );
    expect(await surprises(others, keys.get('share'), 'forbidden')).toEqual([]);
    const shared = doors.filter(({ operation }) => operation.share !== undefined);
    // The examples name other flows and runs than the shared one.
    const refusals = ['forbidden', 'run_not_found', 'resource_not_found'];
    const opened: string[] = [];
    for (const door of shared) {
      const code = await door.knock(keys.get('share'));
      if (!refusals.includes(code)) opened.push(`${door.name}: ${code}`);
    }
    expect(opened).toEqual([]);
  });
});

describe('every operation', () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s does not run for a caller with less than its permission',
    async (_name, operation) => {
      let hasRun = false;
      const guarded: Operation = {
        ...operation,
        async run() {
          hasRun = true;
          return {};
        },
      };
      if (operation.permission === 'anyone') return;
      const input = {
        branch: 'live',
        type: 'flow',
        op: 'platform',
        name: 'hello',
        flow: 'hello',
        path: 'a',
        id: 'x',
      };
      await expect(perform(guarded, context(undefined), input)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      for (const role of roles.filter((less) => needsMore(operation, less))) {
        await expect(perform(guarded, context(role), input)).rejects.toMatchObject({ code: 'forbidden' });
      }
      expect(hasRun).toBe(false);
    },
  );
});

function needsMore({ permission }: Operation, role: Role): boolean {
  return permission !== 'anyone' && roles.indexOf(permission) > roles.indexOf(role);
}

function context(role: Role | undefined): OperationContext {
  const { signal } = new AbortController();
  const principal = { id: 'user:walker', role: role ?? ('viewer' as const) };
  return {
    controller: service.controller,
    principal,
    caller: role === undefined ? undefined : { principal, budget: newBudget(), expiresAt: null },
    origin: { requestId: 'walk', address: '127.0.0.1', agent: '', via: 'test' },
    signal,
    ending: signal,
    listening: signal,
  };
}
