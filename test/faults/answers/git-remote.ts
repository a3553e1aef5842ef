import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { eventually } from '../../eventually.js';
import { removeFolder } from '../../remove-folder.js';
import { WorkTree } from '../../work-tree.js';
import type { Random } from '../random.js';
import { type Answer, answerFaults } from './broken-answers.js';
import { type Errand, inside, ofCoding, type Performed } from './errand.js';
import { LyingServer, type Request } from './lying-server.js';
import type { AnsweredService } from './service.js';

interface SyncStatus {
  readonly appliedRevision: string | null;
  readonly lastError: string | null;
}

const sync = '/api/v1/main/cicd/sync';
const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
const faults = [...answerFaults.keys()];

/** The remote of the service, over HTTP. */
export class GitRemote implements Errand {
  readonly name = 'git';
  readonly share = 0.25;
  #count = 0;

  private constructor(
    private readonly folder: string,
    private readonly work: WorkTree,
    private readonly server: LyingServer,
  ) {}

  static async start(): Promise<GitRemote> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-remote-'));
    WorkTree.create(join(folder, 'config.git'), '--bare');
    const work = WorkTree.create(join(folder, 'work'));
    const server = await LyingServer.start((request) => answer(folder, request));
    return new GitRemote(folder, work, server);
  }

  get settings(): string {
    return `Git: { Branch: main, Remote: '${this.server.url}/config.git', PollInterval: 86400, Timeout: 2 }\n`;
  }

  /** Commits the files, for the service to fetch. Returns the commit. */
  async push(files: Readonly<Record<string, string>>): Promise<string> {
    const commit = this.work.commit(files);
    const words = ['push', '--quiet', join(this.folder, 'config.git'), 'main'];
    await execa('git', words, { cwd: this.work.dir });
    return commit;
  }

  async perform({ service }: AnsweredService, random: Random): Promise<Performed> {
    const fault = random.pick(faults);
    const { end = 'completed' } = answerFaults.get(fault) ?? {};
    const status = async () => (await (await service.request(sync)).json()) as SyncStatus;
    const start = async () => (await service.request(sync, { method: 'POST', body: '{}' })).text();
    const variables = `  count: ${++this.#count}\n  filler: ${random.next()}\n`;
    const commit = await this.push({
      'environments/broken.yaml': `kind: environment\nname: broken\nvariables:\n${variables}`,
    });
    this.server.arm(fault, random, random.whole(0, 1));
    await start();
    const isApplied = async () => (await status()).appliedRevision === commit;
    await eventually(async () => (await isApplied()) || (await status()).lastError !== null);
    const { lastError } = await status();
    const wasBroken = this.server.brokenCount > 0 && end === 'faulted';
    this.server.disarm();
    await eventually(async () => {
      await start();
      return isApplied();
    });
    if (lastError !== null && inside.test(lastError)) return { fault, wrong: `the error says ${lastError}` };
    if (ofCoding.test(fault)) return { fault };
    const isWrong = wasBroken ? lastError === null : end === 'completed' && lastError !== null;
    return { fault, wrong: isWrong ? `the fetch ended with ${lastError}` : undefined };
  }

  async stop(): Promise<void> {
    await this.server.stop();
    removeFolder(this.folder);
  }
}

/** Answers by Git's own program, which takes its request as CGI does (RFC 3875). */
async function answer(root: string, { method, url, headers, body }: Request): Promise<Answer> {
  const { pathname, search } = new URL(url, 'http://host');
  const program = spawn(backend, [], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers.get('content-type') ?? '',
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: headers.get('content-encoding') ?? '',
      GIT_PROTOCOL: headers.get('git-protocol') ?? '',
    },
  });
  program.stdin.on('error', () => {}).end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of program.stdout) chunks.push(chunk as Buffer);
  const output = Buffer.concat(chunks);
  const split = output.indexOf('\r\n\r\n');
  const lines = output.subarray(0, split).toString('latin1').split('\r\n');
  const status = Number.parseInt(lines.find((line) => line.startsWith('Status:'))?.slice(7) ?? '200', 10);
  return {
    status,
    headers: lines.filter((line) => !line.startsWith('Status:')),
    body: output.subarray(split + 4),
  };
}
