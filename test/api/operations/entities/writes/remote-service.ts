import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, WorkTree } from '../../../../controller/git/git-fixture.js';
import {
  type GitHttpServerOptions,
  type Intercept,
  serveGit,
} from '../../../../controller/git/git-http-server.js';
import { crm, GitService, greet } from './git-service.js';

/** The service over a repository that follows another, which lies behind the real `git http-backend`. */
export class RemoteService {
  private constructor(
    readonly folder: string,
    readonly remote: WorkTree,
    /** The clone of another writer. */
    readonly other: WorkTree,
    public service: GitService,
    /** How the remote behaves. */
    readonly door: GitHttpServerOptions,
  ) {}

  static async start(
    env: Record<string, string> = {},
    door: GitHttpServerOptions = {},
  ): Promise<RemoteService> {
    const folder = temporaryFolder();
    const other = WorkTree.create(join(folder, 'other'));
    other.commit({ 'connections/crm.yaml': crm, 'flows/greet.yaml': greet }, 'first');
    const served = join(folder, 'served');
    mkdirSync(served);
    other.git('clone', '--quiet', '--bare', other.dir, join(served, 'config.git'));
    other.git('remote', 'add', 'origin', join(served, 'config.git'));
    other.git('fetch', '--quiet', 'origin');
    const { origin } = await serveGit(served, door);
    writeFileSync(
      join(folder, 'svc.yaml'),
      `DataDirectory: data\nGit: { Enabled: true, Branch: main, Remote: '${origin}/config.git', PollInterval: 3600 }\n`,
    );
    const service = await GitService.open(folder, env);
    return new RemoteService(folder, new WorkTree(join(served, 'config.git')), other, service, door);
  }

  /** Replaces the answers of the remote; undefined lets the remote answer again. */
  set intercept(intercept: Intercept | undefined) {
    this.door.intercept = intercept ?? (() => false);
  }

  /** Makes the remote unreachable. */
  away(): void {
    this.intercept = (_request, response) => {
      response.writeHead(503).end('no');
      return true;
    };
  }

  /** Makes the remote reachable again, and has svc look at it. */
  async back(): Promise<void> {
    this.intercept = undefined;
    await this.sync();
  }

  /** A hook of the remote that decides over pushes: `pre-receive`. */
  hook(script: string | undefined): void {
    const path = join(this.remote.dir, 'hooks', 'pre-receive');
    writeFileSync(path, `#!/bin/sh\n${script ?? 'exit 0'}\n`);
    chmodSync(path, 0o755);
  }

  /** Pushes a commit from the clone of the other writer. */
  pushOther(files: Record<string, string>, message = 'by another'): string {
    this.other.git('pull', '--quiet', '--rebase', 'origin', 'main');
    const commit = this.other.commit(files, message);
    this.other.git('push', '--quiet', 'origin', 'HEAD:main');
    return commit;
  }

  subjects(): string[] {
    return this.remote.git('log', '--format=%s', 'main').split('\n');
  }

  /** How far the remote has what we have. */
  async push(): Promise<{
    pending: number;
    lastError: string | null;
    nextRetryAt: string | null;
    holds: { type: string; name: string; commitHash: string; author: string }[];
  }> {
    return (await this.service.call('GET', '/api/v1/main/cicd/sync')).json().push;
  }

  /** Asks for a look at the remote now. */
  async sync(): Promise<void> {
    await this.service.call('POST', '/api/v1/main/cicd/sync');
  }

  /** Returns the faults that `git fsck` finds in either repository. */
  faults(): string {
    const check = ['fsck', '--strict', '--no-dangling'];
    return this.remote.git(...check) + this.service.git(...check);
  }

  file(path: string): string {
    return execFileSync('git', ['-C', this.remote.dir, 'show', `main:${path}`], { encoding: 'utf8' });
  }
}

/** Commits and pushes from the clone of the other writer. @returns whether the remote accepted the push */
export async function pushFromOutside({ other }: RemoteService, count: number): Promise<boolean> {
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=Bo', '-c', 'user.email=bo@example.org', ...args], {
      cwd: other.dir,
    });
  await git('fetch', '--quiet', 'origin');
  await git('reset', '--quiet', '--hard', 'origin/main');
  other.write({ 'notes.txt': `${count}\n` });
  await git('add', '--all');
  await git('commit', '--quiet', '-m', `outside ${count}`);
  return git('push', '--quiet', 'origin', 'HEAD:main').then(
    () => true,
    () => false,
  );
}
