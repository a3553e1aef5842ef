import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { type Service, startService } from '../../../cli/client/local/start-service.js';
import { ServiceLog } from '../../../controller/observability/index.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { removeFolder } from '../../remove-folder.js';

/** The service that `svc serve` starts, in this process, following a Git repository in a temporary folder. */
export class FollowedService {
  private constructor(
    private readonly folder: string,
    private readonly service: Service,
    readonly apiKey: string,
  ) {}

  static async start(files: Readonly<Record<string, string>>): Promise<FollowedService> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-journeys-'));
    const remote = join(folder, 'remote');
    mkdirSync(remote);
    git(remote, 'init', '--quiet', '--initial-branch=main');
    commit(remote, files);
    writeFileSync(
      join(folder, 'svc.yaml'),
      'DataDirectory: data\nGit: { Remote: remote/.git, Branch: main }\nServer: { Port: 0 }\n',
    );
    const settings = loadSettings({ dir: folder, env: {} });
    const serviceLog = new ServiceLog({ sinks: [{ write: () => undefined }] });
    const service = await startService(settings, pino({ level: 'info' }, serviceLog), { serviceLog });
    await service.controller.reconciler.current('main');
    const admin = readFileSync(join(settings.DataDirectory, 'initial-admin.json'), 'utf8');
    return new FollowedService(folder, service, JSON.parse(admin).apiKey);
  }

  get url(): string {
    return this.service.url;
  }

  /** Sends a request over loopback. @throws Error for a status other than 2xx */
  async request(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'x-api-key': this.apiKey, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Commits these files to the followed branch and returns the commit's hash. */
  commit(files: Readonly<Record<string, string>>): string {
    return commit(join(this.folder, 'remote'), files);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    removeFolder(this.folder);
  }
}

function commit(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'change');
  return git(folder, 'rev-parse', 'HEAD');
}

function git(folder: string, ...args: string[]): string {
  const identity = ['user.name=Test', 'user.email=test@example.com', 'commit.gpgsign=false'];
  const options = identity.flatMap((option) => ['-c', option]);
  return execFileSync('git', [...options, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}
