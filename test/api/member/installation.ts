import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { type Service, startService } from '../../../cli/client/local/start-service.js';
import { loadSettings } from '../../../controller/settings/index.js';
import type { MemberController } from '../../../controller/start/contract.js';
import { temporaryFolder, WorkTree } from '../../controller/git/git-fixture.js';
import { getUrl, inServer } from '../../controller/storage/engines.js';
import { eventually } from '../../eventually.js';

/** An answer with JSON of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: the tests compare what they expect.
export type Answer = Omit<Response, 'json'> & { json(): Promise<any> };

export interface Member {
  url: string;
  controller: MemberController;
}

/** An installation of nodes in this process, which share a database and a repository. */
export class Installation {
  readonly folder = temporaryFolder();
  readonly remote: WorkTree;
  key = '';
  #nodes = 0;
  /** How often processes became members. */
  joined = 0;

  constructor(
    readonly database: string,
    files: Readonly<Record<string, string>>,
  ) {
    const work = WorkTree.create(join(this.folder, 'work'));
    work.commit(files, 'first');
    work.git('clone', '--quiet', '--bare', work.dir, join(this.folder, 'remote.git'));
    this.remote = new WorkTree(join(this.folder, 'remote.git'));
    writeFileSync(join(this.folder, 'key'), randomBytes(32).toString('hex'), { mode: 0o600 });
  }

  /** @param more settings of this node alone, as variables of the environment */
  settings(more: Readonly<Record<string, string>> = {}) {
    const dir = join(this.folder, `node-${++this.#nodes}`);
    mkdirSync(dir);
    const env = {
      SVC_Git__Remote: join(this.folder, 'remote.git'),
      SVC_Database__Url: getUrl(this.database),
      SVC_Secrets__MasterKeyFile: join(this.folder, 'key'),
      SVC_Server__Port: '0',
      // Callers of one key ask as fast as they are answered.
      SVC_Limits__RequestsPerMinute: '1000000',
      ...more,
    };
    return loadSettings({ dir, env });
  }

  /** Starts a node: the leader, or a member that may lead later. @param more as for `settings` */
  async start(more: Readonly<Record<string, string>> = {}) {
    const settings = this.settings(more);
    const stopping = new AbortController();
    let joined = (_member: Member): void => {};
    const joins = (member: Member): void => {
      this.joined += 1;
      joined(member);
    };
    const member = new Promise<Member>((resolve) => {
      joined = resolve;
    });
    const standby = {
      signal: stopping.signal,
      joins: true,
      begins() {},
      waits() {},
      replaced() {},
      joined: joins,
    };
    const leads = startService(settings, pino({ level: 'silent' }), { standby });
    onTestFinished(async () => {
      stopping.abort();
      await leads.then(
        (service) => service.stop(),
        () => {},
      );
    });
    const first = await Promise.race([leads.then(() => undefined), member]);
    if (!first)
      this.key ||= JSON.parse(
        readFileSync(join(settings.DataDirectory, 'initial-admin.json'), 'utf8'),
      ).apiKey;
    return { leads, member: first };
  }

  async two(): Promise<{ leader: Service; member: Member; leads: Promise<Service> }> {
    const leader = await (await this.start()).leads;
    const { member, leads } = await this.start();
    if (!member) throw new Error('the second node leads');
    const hello = { flow: 'hello', environment: undefined };
    await eventually(async () => {
      const { mayStart, mayRead } = member.controller;
      return (await mayRead()) && mayStart('main', hello);
    });
    return { leader, member, leads };
  }

  /** Has the members believe that the leader is at an address where nothing is: what they answer then is their own. */
  async hideLeader(...members: readonly Member[]): Promise<void> {
    const gone = 'http://127.0.0.1:9';
    await inServer(`update nodes set url = '${gone}' where role = 'leader'`, getUrl(this.database));
    for (const { controller } of members) await eventually(() => controller.leader()?.url === gone);
  }

  async call(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { 'x-api-key': this.key, 'content-type': 'application/json', ...init.headers };
    return (await fetch(`${url}${path}`, { ...init, headers })) as Answer;
  }

  async run(url: string, flow: string, input: object, wait = 10) {
    const headers = { prefer: `wait=${wait}` };
    const init = { method: 'POST', body: JSON.stringify(input), headers };
    const answer = await this.call(url, `/api/v1/main/flows/${flow}/runs`, init);
    return { status: answer.status, body: await answer.json() };
  }
}
