import { readFileSync, writeFileSync } from 'node:fs';
import { eventually } from '../../eventually.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { built } from '../../program.js';
import { LoopMonitor } from '../loop/loop-monitor.js';
import type { Stretch } from '../loop/stretch.js';
import type { Report } from '../report.js';
import { CanaryListener } from './canary-listener.js';
import { install } from './repository.js';

const platform = '/api/v1/platform';
export const roles = ['viewer', 'operator', 'editor'] as const;
export type Role = (typeof roles)[number] | 'admin';

/** The value of each secret, by its path. It contains no character that an encoding changes. */
export function getCanary(path: string): string {
  return `canary9f3a${path.replaceAll('/', 'of')}7c1e`;
}

const secretPaths = ['shop', 'production/shop', 'staging/shop', 'platform/shop'];
export const canaries = secretPaths.map(getCanary);

/** Answers with a status above it mean that the service failed rather than refused. */
export interface Answer {
  status: number;
  text: string;
}

/** The service that is attacked: the real program over a Git repository, with secrets and keys of each role. */
export class Target {
  readonly service: ServiceProcess;
  readonly listener = new CanaryListener();
  readonly keys: Record<Role, string> = { viewer: '', operator: '', editor: '', admin: '' };

  private constructor(
    readonly report: Report,
    private readonly loop: LoopMonitor,
    env: NodeJS.ProcessEnv,
  ) {
    this.service = new ServiceProcess(built, {
      SVC_Flows__AllowPrivateNetworks: 'true',
      SVC_Limits__RequestsPerMinute: '10000000',
      ...loop.env,
      ...env,
    });
  }

  static async open(report: Report, env: NodeJS.ProcessEnv = {}): Promise<Target> {
    const target = new Target(report, await LoopMonitor.open(), env);
    await target.listener.open();
    install(target.service.directory, target.listener.shop.base);
    await target.service.start();
    target.keys.admin = target.service.apiKey;
    for (const path of secretPaths) {
      const entity = { path, value: { key: getCanary(path) } };
      await target.must('POST', `${platform}/entities/platform/secret`, entity);
    }
    for (const role of roles) {
      const answer = await target.must('POST', `${platform}/entities/platform/api-key`, { name: role, role });
      target.keys[role] = (JSON.parse(answer) as { key: string }).key;
    }
    return target;
  }

  async close(): Promise<void> {
    await this.service.dispose();
    this.listener.close();
    this.loop.close();
  }

  /** Sends a request; the body is sent as it is when it is a text. */
  async ask(
    method: string,
    path: string,
    { body, role = 'admin', headers = {} }: { body?: string | object; role?: Role; headers?: object } = {},
  ): Promise<Answer> {
    const answer = await this.service.request(path, {
      method,
      headers: { 'x-api-key': this.keys[role], ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  async must(method: string, path: string, body: object): Promise<string> {
    const { status, text } = await this.ask(method, path, { body });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return text;
  }

  /** A run of another caller: it must complete. Resolves with the time it took, in ms. */
  async otherRun(): Promise<number> {
    const begin = performance.now();
    const path = '/api/v1/main/flows/hello/runs';
    const { status, text } = await this.ask('POST', path, { body: {}, headers: { prefer: 'wait=60' } });
    if (status !== 201 || !text.includes('"status":"completed"'))
      this.report.fail(`the run of another caller was answered ${status}: ${text.slice(0, 300)}`);
    return performance.now() - begin;
  }

  /** Kills the process and starts it again. */
  async restart(): Promise<void> {
    await this.service.kill();
    await this.service.start();
    await eventually(async () => (await this.ask('GET', '/readyz')).status === 200);
  }

  /** The longest stretches of the event loop since the last call or start. */
  stretches(): Promise<Stretch[]> {
    return this.loop.take();
  }

  /** The largest memory of the process since the last call, in MB; undefined where the system does not tell. */
  peakMemory(): number | undefined {
    const folder = `/proc/${this.service.pid}`;
    try {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1];
      writeFileSync(`${folder}/clear_refs`, '5');
      return Number(kilobytes) / 1_024;
    } catch {
      return undefined;
    }
  }
}
