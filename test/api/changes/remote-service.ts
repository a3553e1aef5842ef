import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, WorkTree } from '../../controller/repository/git-fixture.js';
import { type GitHttpServerOptions, serveGit } from '../../controller/repository/git-http-server.js';
import { crm, GitService, greet } from './git-service.js';

/** The service over a repository that follows another, which lies behind the real `git http-backend`. */
export class RemoteService {
  private constructor(
    readonly folder: string,
    readonly remote: WorkTree,
    /** Somebody else's clone. */
    readonly other: WorkTree,
    public service: GitService,
    private readonly door: Required<Pick<GitHttpServerOptions, 'intercept'>>,
  ) {}

  static async start(): Promise<RemoteService> {
    const folder = temporaryFolder();
    const other = WorkTree.create(join(folder, 'other'));
    other.commit({ 'connections/crm.yaml': crm, 'flows/greet.yaml': greet }, 'first');
    const served = join(folder, 'served');
    mkdirSync(served);
    other.git('clone', '--quiet', '--bare', other.dir, join(served, 'config.git'));
    other.git('remote', 'add', 'origin', join(served, 'config.git'));
    other.git('fetch', '--quiet', 'origin');
    const door: Required<Pick<GitHttpServerOptions, 'intercept'>> = { intercept: () => false };
    const { origin } = await serveGit(served, {
      intercept: (request, response) => door.intercept(request, response),
    });
    writeFileSync(
      join(folder, 'svc.yaml'),
      `DataDirectory: data\nGit: { Enabled: true, Branch: main, Remote: '${origin}/config.git', PollInterval: 3600 }\n`,
    );
    const service = await GitService.open(folder);
    return new RemoteService(folder, new WorkTree(join(served, 'config.git')), other, service, door);
  }

  /** What the remote does in place of answering; undefined: it answers. */
  set intercept(intercept: GitHttpServerOptions['intercept'] | undefined) {
    this.door.intercept = intercept ?? (() => false);
  }

  /** A hook of the remote that decides over pushes: `pre-receive`. */
  hook(script: string | undefined): void {
    const path = join(this.remote.dir, 'hooks', 'pre-receive');
    writeFileSync(path, `#!/bin/sh\n${script ?? 'exit 0'}\n`);
    chmodSync(path, 0o755);
  }

  /** Somebody else pushes. */
  pushOther(files: Record<string, string>, message = 'by another'): string {
    this.other.git('pull', '--quiet', '--rebase', 'origin', 'main');
    const commit = this.other.commit(files, message);
    this.other.git('push', '--quiet', 'origin', 'HEAD:main');
    return commit;
  }

  subjects(): string[] {
    return this.remote.git('log', '--format=%s', 'main').split('\n');
  }

  file(path: string): string {
    return execFileSync('git', ['-C', this.remote.dir, 'show', `main:${path}`], { encoding: 'utf8' });
  }
}
