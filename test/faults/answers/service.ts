import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { ServiceProcess } from '../../journeys/service-process.js';
import { built } from '../../program.js';
import type { Errand } from './errand.js';
import type { GitRemote } from './git-remote.js';
import { connection, flow, keysPath, type Path, sharedKey } from './path.js';
import { hookFiles } from './webhooks.js';

const settings = `Flows: { AllowPrivateNetworks: true }
Limits: { RequestsPerMinute: 10000000, WebhooksPerMinute: 10000000, File: 16777216 }
`;

/** Runs that no fault concerns. */
const innocentFlows = {
  'flows/computes.yaml': flow(
    'computes',
    `  - rest: { wait: PT0.2S }
  - code: { run: { script: { language: js, code: 'return args.n * 2', arguments: { n: '\${ $workflow.input.n }' } } } }
  - keep: { set: { twice: '\${ . }' } }`,
  ),
  'flows/calls.yaml': flow(
    'calls',
    `  - one: { call: healthy.get, with: { path: /one } }
  - rest: { wait: PT0.1S }
  - two: { call: healthy.get, with: { path: /two } }
  - keep: { set: { size: '\${ .filler | length }' } }`,
  ),
};

export const innocents = ['computes', 'calls'] as const;

export function innocentOutput(name: (typeof innocents)[number], n: number): unknown {
  return name === 'computes' ? { twice: 2 * n } : { size: healthySize };
}

const healthySize = 100_000;

interface Started {
  readonly paths: readonly Path[];
  readonly errands?: readonly Errand[];
  readonly remote?: GitRemote | undefined;
  /** Variables of the process. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The service under test, with a server that does no harm. */
export class AnsweredService {
  readonly service: ServiceProcess;

  private constructor(
    private readonly healthy: Server,
    /** The branch of the flows. */
    readonly branch: string,
    env: NodeJS.ProcessEnv,
  ) {
    this.service = new ServiceProcess(built, env);
  }

  /** @param remote of the repository with the flows; without it, they are in the folder of the service */
  static async start({ paths, errands = [], remote, env = {} }: Started): Promise<AnsweredService> {
    const healthy = createServer((_, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ filler: 'y'.repeat(healthySize) })),
    );
    await new Promise<void>((resolve) => healthy.listen(0, '127.0.0.1', resolve));
    const { port } = healthy.address() as AddressInfo;
    const own = connection('healthy', 'http', `{ baseUrl: 'http://127.0.0.1:${port}' }`);
    const started = new AnsweredService(healthy, remote ? 'main' : 'live', env);
    const files = {
      'connections/healthy.yaml': own,
      ...innocentFlows,
      ...hookFiles,
      ...Object.assign({}, ...paths.map((path) => path.files)),
    };
    const more = errands.map((errand) => errand.settings).join('');
    started.#write({ 'svc.yaml': `${settings}${remote ? '' : 'Git: { Enabled: false }\n'}${more}` });
    if (remote) await remote.push(files);
    else started.#write(files);
    await started.service.start();
    const keys = { shared: sharedKey, ...Object.assign({}, ...paths.map((path) => path.keys)) };
    const kept = await started.service.request('/api/v1/platform/entities/platform/secret', {
      method: 'POST',
      body: JSON.stringify({ path: keysPath, value: keys }),
    });
    if (!kept.ok) throw new Error(`The secret was answered with ${kept.status}: ${await kept.text()}`);
    return started;
  }

  get port(): number {
    return Number(new URL(this.service.url).port);
  }

  /** The most memory that the process had, in MB; undefined where the system does not tell. */
  peakMemory(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.service.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024;
    } catch {
      return undefined;
    }
  }

  async dispose(): Promise<void> {
    await this.service.dispose();
    this.healthy.closeAllConnections();
    this.healthy.close();
  }

  #write(files: Readonly<Record<string, string>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(this.service.file(path)), { recursive: true });
      writeFileSync(this.service.file(path), content);
    }
  }
}
