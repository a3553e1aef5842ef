import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Actor, type Role, roles } from '../../../../controller/security/identity/index.js';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { removeFolder } from '../../../remove-folder.js';
import { WorkTree } from '../../../work-tree.js';
import { flow, RealService } from '../../identity/real-service.js';

export const actors = ['person', 'service', 'agent'] as const satisfies readonly Actor[];

/** Production, a protected branch, and one that editors may write. */
export const branches = ['main', 'release', 'work'] as const;

/**
 * The connections by the roles that `direct` names: on production and, where it differs and counts for nothing, on the other
 * branches.
 */
export const connections: Readonly<Record<string, { production?: Role; elsewhere?: Role }>> = {
  shop: {},
  desk: { production: 'editor' },
  bench: { elsewhere: 'operator' },
};

/** A service with Git, a server behind its connections, and a key of each role for each actor. */
export class Installation {
  /** The requests that the server got which are not `GET`. */
  changes: string[] = [];

  private constructor(
    readonly folder: string,
    readonly service: RealService,
    readonly url: string,
    private readonly server: TestServer,
    private readonly keys: ReadonlyMap<string, string>,
    private readonly tree: WorkTree,
  ) {}

  static async start(): Promise<Installation> {
    const changes: string[] = [];
    const server = await TestServer.start(({ method, url }, response) => {
      if (method !== 'GET') changes.push(`${method} ${url}`);
      json(response, {});
    });
    const folder = mkdtempSync(join(tmpdir(), 'svc-effects-'));
    const tree = WorkTree.create(join(folder, 'work'));
    tree.commit(filesFor('production', server.url), 'first');
    for (const branch of ['release', 'work']) {
      tree.git('checkout', '--quiet', '-b', branch, 'main');
      tree.commit(filesFor('elsewhere', server.url), 'others may');
    }
    tree.git('checkout', '--quiet', 'main');
    mkdirSync(join(folder, 'data'));
    const gitDir = join(folder, 'data', 'repository.git');
    tree.git('clone', '--quiet', '--bare', tree.dir, gitDir);
    tree.git('-C', gitDir, 'remote', 'remove', 'origin');
    writeFileSync(
      join(folder, 'svc.yaml'),
      'DataDirectory: data\nGit: { Enabled: true, Branch: main, ProtectedBranches: [release] }\n',
    );
    const service = await RealService.open(folder, {
      SVC_Flows__AllowPrivateNetworks: 'true',
      SVC_Limits__RequestsPerMinute: '1000000',
    });
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const keys = new Map<string, string>();
    for (const actor of actors) {
      for (const role of roles) {
        const wanted = { name: `${role}-${actor}`, role, actor, createdBy: 'user:test' };
        keys.set(wanted.name, (await service.controller.identity.apiKeys.create(wanted)).key);
      }
    }
    const installation = new Installation(folder, service, url, server, keys, tree);
    installation.changes = changes;
    return installation;
  }

  key(role: Role, actor: Actor): string {
    const found = this.keys.get(`${role}-${actor}`);
    if (found === undefined) throw new Error(`There is no key for ${role} and ${actor}`);
    return found;
  }

  /** Commits on a branch, and waits until the commit is in service. */
  async commit(branch: string, files: Record<string, string>): Promise<void> {
    const gitDir = join(this.folder, 'data', 'repository.git');
    this.tree.git('fetch', '--quiet', gitDir, branch);
    this.tree.git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
    this.tree.commit(files);
    this.tree.git('push', '--quiet', gitDir, `HEAD:refs/heads/${branch}`);
    await this.service.controller.reconciler.request(branch);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.server.stop();
    removeFolder(this.folder);
  }
}

function filesFor(where: 'production' | 'elsewhere', url: string): Record<string, string> {
  const files = Object.entries(connections).map(([name, direct]) => {
    const role = where === 'elsewhere' ? (direct.elsewhere ?? direct.production) : direct.production;
    const field = role === undefined ? '' : `direct: [${role}]\n`;
    return [
      `connections/${name}.yaml`,
      `kind: connection\nname: ${name}\nconnector: http\n${field}config: { baseUrl: '${url}/${name}' }\n`,
    ];
  });
  return {
    ...Object.fromEntries(files),
    'connections/stock.yaml':
      'kind: connection\nname: stock\nconnector: sqlite\nconfig: { file: stock.db, create: true }\n',
    'flows/hello.yaml': flow('hello'),
  };
}
