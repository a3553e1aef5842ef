import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { temporaryFolder, WorkTree } from '../../../../controller/git/git-fixture.js';
import { RealService } from '../../../identity/real-service.js';

export const entities = '/api/v1/main/entities/platform';

export const crm = `# Where our customers are.
kind: connection
name: crm   # known to all flows
connector: http
config:
  baseUrl: 'http://127.0.0.1:1/crm'
`;

export const greet = `document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0' }
do:
  - ask: { call: crm.get, with: { path: /hello } }
`;

/** The service over a repository of its own, which has one commit. */
export class GitService {
  private constructor(
    readonly folder: string,
    readonly service: RealService,
  ) {}

  static async start(
    files: Record<string, string> = { 'connections/crm.yaml': crm, 'flows/greet.yaml': greet },
    env: Record<string, string> = {},
  ): Promise<GitService> {
    const folder = temporaryFolder();
    const tree = WorkTree.create(join(folder, 'seed'));
    tree.commit(files, 'first');
    const data = join(folder, 'data');
    mkdirSync(data);
    tree.git('clone', '--quiet', '--bare', tree.dir, join(data, 'repository.git'));
    tree.git('-C', join(data, 'repository.git'), 'remote', 'remove', 'origin');
    writeFileSync(join(folder, 'svc.yaml'), `DataDirectory: data\nGit: { Enabled: true, Branch: main }\n`);
    return GitService.open(folder, env);
  }

  static async open(folder: string, env: Record<string, string> = {}): Promise<GitService> {
    const service = await RealService.open(folder, env);
    onTestFinished(() => service.stop());
    return new GitService(folder, service);
  }

  get gitDir(): string {
    return join(this.folder, 'data', 'repository.git');
  }

  git(...args: string[]): string {
    return execFileSync('git', ['--git-dir', this.gitDir, ...args], { encoding: 'utf8' }).trim();
  }

  /** The file at the tip, byte for byte. */
  file(path: string, ref = 'main'): string {
    return execFileSync('git', ['--git-dir', this.gitDir, 'show', `${ref}:${path}`], { encoding: 'utf8' });
  }

  call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    return this.service.call(method, url, payload, headers);
  }

  patch(url: string, patch: object, headers: Record<string, string> = {}) {
    return this.call('PATCH', url, patch, { 'content-type': 'application/merge-patch+json', ...headers });
  }
}
