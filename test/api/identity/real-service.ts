import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { buildApp } from '../../../api/server.js';
import { ServiceLog } from '../../../controller/observability/index.js';
import type { ApiKeyChanges, Role } from '../../../controller/security/identity/index.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { type StartedController, startController } from '../../../controller/start/controller.js';
import { databaseUrl } from '../../controller/storage/engines.js';
import { loadManual } from '../../load-manual.js';
import { removeFolder } from '../../remove-folder.js';
import { getAdminKey, install } from './installation.js';

export const platform = '/api/v1/platform';
export const password = 'correct horse battery';

export function flow(name: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }
do:
  - greet: { set: { hello: '\${ .name }' } }
`;
}

/** The service over a folder, with a real database and real identities; requests are injected. */
export class RealService {
  adminKey = '';

  private constructor(
    readonly folder: string,
    readonly app: FastifyInstance,
    readonly controller: StartedController,
    /** The lines of the log so far, as they leave the process. */
    readonly logged: readonly string[],
  ) {}

  static async start(
    files: Record<string, string> = {},
    env: Record<string, string> = {},
  ): Promise<RealService> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-identity-'));
    for (const [path, content] of Object.entries({ 'flows/hello.yaml': flow('hello'), ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return RealService.open(folder, env);
  }

  static async open(folder: string, env: Record<string, string> = {}): Promise<RealService> {
    const url = await databaseUrl(join(folder, '.svc/svc.db'));
    const settings = loadSettings({ dir: folder, env: { ...(url && { SVC_Database__Url: url }), ...env } });
    await install(settings);
    const logged: string[] = [];
    const serviceLog = new ServiceLog({ sinks: [{ write: (line) => logged.push(line) }] });
    const log = pino({ level: settings.Telemetry.LogLevel }, serviceLog);
    const controller = await startController({ settings, log, serviceLog });
    const app = buildApp({ controller, log, manual: loadManual });
    await app.ready();
    // The service starts also while its remote is unreachable: the requests of the test report that.
    await controller.reconciler.current(controller.branches.production).catch(() => undefined);
    const service = new RealService(folder, app, controller, logged);
    service.adminKey = getAdminKey(settings);
    return service;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.controller.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    removeFolder(this.folder);
  }

  /** A request with the administrator's key, unless `headers` brings a credential. */
  call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const hasCredential = 'authorization' in headers || 'x-api-key' in headers || 'x-share-token' in headers;
    const own = hasCredential ? headers : { 'x-api-key': this.adminKey, ...headers };
    return this.app.inject({ method, url, headers: own, ...(payload ? { payload } : {}) });
  }

  /** A request without a credential. */
  anonymous(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: object,
    address = '127.0.0.1',
  ) {
    return this.app.inject({ method, url, remoteAddress: address, ...(payload ? { payload } : {}) });
  }

  /** A new key of this role. */
  async key(name: string, role: Role, fields: Pick<ApiKeyChanges, 'actor' | 'scopes'> = {}): Promise<string> {
    const { apiKeys } = this.controller.identity;
    return (await apiKeys.create({ name, role, createdBy: 'user:test', ...fields })).key;
  }

  async user(name: string, role: Role): Promise<void> {
    await this.controller.identity.users.create({ name, role, password });
  }

  signIn(username: string, secret = password, address = '127.0.0.1'): Promise<LightMyRequestResponse> {
    const body = { grant_type: 'password', username, password: secret };
    return this.anonymous('POST', `${platform}/auth/token`, body, address);
  }

  /** `Authorization` of a user that has just signed in. */
  async bearer(username: string, address?: string): Promise<{ authorization: string }> {
    const answer = await this.signIn(username, password, address);
    return { authorization: `Bearer ${answer.json().access_token}` };
  }
}
