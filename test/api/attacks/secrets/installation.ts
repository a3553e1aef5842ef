import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { WorkTree } from '../../../controller/git/git-fixture.js';
import { removeFolder } from '../../../remove-folder.js';
import { RealService } from '../../identity/real-service.js';
import { defaults, files } from './table.js';

const canary = /canary-of-[\w/-]+/g;
export const prefixes = ['', 'production/', 'staging/', 'overlay/', 'platform/'];
/** An environment as another branch has it, which must count for nothing: it opens all, under production's prefix. */
function wideOn(branch: string): string {
  const isDefault = defaults[branch] === 'staging' ? 'default: true\n' : '';
  return `kind: environment\nname: staging\nbranches: ['**', other, preview/1, local]\nsecrets: production\n${isDefault}`;
}

/** A service with the secrets of the table, and servers that note each secret that they are sent. */
export class Installation {
  /** The paths of the secrets that the servers got, in the order of the requests. */
  received: string[] = [];
  service!: RealService;
  readonly keys: Record<string, string> = {};

  private constructor(
    readonly folder: string,
    readonly tree: WorkTree,
    private readonly http: TestServer,
    private readonly postgres: Server,
  ) {}

  /** With Git: all branches of the table. Without: one directory, addressed as `live`. */
  static async start({
    git,
    activeBranches = [],
    changes = () => ({}),
    settings = {},
  }: {
    git: boolean;
    activeBranches?: readonly string[];
    /** Files by branch, besides those of the table. @param url of the server that gets the secrets */
    changes?(url: string): Readonly<Record<string, Record<string, string>>>;
    settings?: Record<string, string>;
  }): Promise<Installation> {
    const note = (text: string) => {
      for (const [value] of text.matchAll(canary)) installation.received.push(value.slice(10));
    };
    const http = await TestServer.start(({ headers }, response, body) => {
      note(`${headers['x-key']} ${decodeURIComponent(body)}`);
      json(response, { access_token: 'opaque', expires_in: 0 });
    });
    const postgres = await askingForPasswords(note);
    const folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'));
    const tree = WorkTree.create(join(folder, 'work'));
    const installation = new Installation(folder, tree, http, postgres);
    const content = files(http.url, (postgres.address() as AddressInfo).port);
    if (git) installation.#createBranches(content, changes(http.url));
    else new WorkTree(folder).write(content);
    installation.service = await RealService.open(folder, {
      SVC_Flows__AllowPrivateNetworks: 'true',
      ...settings,
      SVC_Limits__RequestsPerMinute: '1000000',
      SVC_Limits__WebhooksPerMinute: '1000000',
      ...(activeBranches.length > 0 ? { SVC_Git__ActiveBranches: JSON.stringify(activeBranches) } : {}),
    });
    await installation.#createSecrets();
    return installation;
  }

  /** The address of the server that gets the secrets. */
  get url(): string {
    return this.http.url;
  }

  get gitDir(): string {
    return join(this.folder, 'data', 'repository.git');
  }

  /** Commits on production, and waits until the commit is in service. */
  async commit(changed: Record<string, string>): Promise<void> {
    this.tree.commit(changed);
    this.tree.git('push', '--quiet', this.gitDir, 'main');
    await this.service.controller.reconciler.request('main');
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.http.stop();
    await new Promise((resolve) => this.postgres.close(resolve));
    removeFolder(this.folder);
  }

  #createBranches(
    content: Record<string, string>,
    changes: Readonly<Record<string, Record<string, string>>>,
  ): void {
    const { folder, tree } = this;
    tree.commit({ ...content, ...changes['main'] }, 'first');
    for (const branch of ['preview/1', 'other', 'proposals/1', 'proposals/listed']) {
      tree.git('checkout', '--quiet', '-b', branch, 'main');
      tree.commit({ 'environments/staging.yaml': wideOn(branch), ...changes[branch] }, 'wider');
    }
    tree.git('checkout', '--quiet', 'main');
    const overlay = new WorkTree(join(folder, 'overlay'));
    overlay.write({ 'environments/staging.yaml': wideOn('local'), ...changes['local'] });
    mkdirSync(join(folder, 'data'));
    tree.git('clone', '--quiet', '--bare', tree.dir, this.gitDir);
    tree.git('-C', this.gitDir, 'remote', 'remove', 'origin');
    const settings = [
      'DataDirectory: data',
      'Git: { Enabled: true, Branch: main }',
      'LocalOverlay: { Enabled: true, Directory: overlay }',
    ];
    writeFileSync(join(folder, 'svc.yaml'), `${settings.join('\n')}\n`);
  }

  async #createSecrets(): Promise<void> {
    const { service, keys } = this;
    for (const prefix of prefixes) {
      const path = `${prefix}shop`;
      const body = { path, value: { key: `canary-of-${path}` } };
      const written = await service.call('POST', '/api/v1/platform/entities/platform/secret', body);
      if (written.statusCode !== 201) throw new Error(written.body);
    }
    for (const role of ['viewer', 'operator', 'editor'] as const) keys[role] = await service.key(role, role);
    keys['admin'] = service.adminKey;
  }
}

/** Starts a server that asks each client for its password in plain text, as PostgreSQL may, and then refuses it. */
async function askingForPasswords(note: (text: string) => void): Promise<Server> {
  const server = createServer((socket) => {
    let hasStarted = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      if (hasStarted) {
        note(data.toString('latin1'));
        socket.end();
        return;
      }
      hasStarted = true;
      // AuthenticationCleartextPassword
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
