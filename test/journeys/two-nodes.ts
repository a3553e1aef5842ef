import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { getUrl, newDatabase } from '../controller/storage/engines.js';
import { eventually } from '../eventually.js';
import { makeRemote } from '../faults/remote.js';
import { removeFolder } from '../remove-folder.js';
import { ServiceProcess } from './service-process.js';

/** A run, as the service answers it. */
interface RunAnswer {
  id: string;
  status: string;
  output: unknown;
}

/** Two nodes in processes of their own that share a database and a repository: the first one leads. */
export class TwoNodes {
  private constructor(
    readonly first: ServiceProcess,
    readonly second: ServiceProcess,
    private readonly apiKey: string,
  ) {}

  /** Resolves when both execute runs. @param flow one that any node can execute */
  static async start(
    files: Readonly<Record<string, string>>,
    flow: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<TwoNodes> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-nodes-'));
    const key = join(folder, 'key');
    writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o600 });
    const shared = {
      SVC_Limits__RequestsPerMinute: '100000',
      SVC_Flows__AllowPrivateNetworks: 'true',
      SVC_Git__Remote: makeRemote(folder, files),
      SVC_Database__Url: getUrl(await newDatabase()),
      SVC_Secrets__MasterKeyFile: key,
      ...env,
    };
    const [first, second] = [new ServiceProcess(undefined, shared), new ServiceProcess(undefined, shared)];
    onTestFinished(async () => {
      await first.dispose();
      await second.dispose();
      removeFolder(folder);
    });
    await first.start();
    const nodes = new TwoNodes(first, second, first.apiKey);
    await second.start();
    // A member executes runs once it has read the branch.
    await eventually(async () => {
      await nodes.run(second, flow, { name: 'warm-up' }, 30);
      return (await nodes.countEnded(second)) > 0;
    });
    return nodes;
  }

  call(node: ServiceProcess, path: string, init: RequestInit = {}): Promise<Response> {
    return node.request(path, { ...init, headers: { 'x-api-key': this.apiKey, ...init.headers } });
  }

  /** Starts a run at a node. @param wait seconds until its end */
  async run(node: ServiceProcess, flow: string, input: object, wait = 0): Promise<RunAnswer> {
    const answer = await this.call(node, `/api/v1/main/flows/${flow}/runs`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { prefer: `wait=${wait}` },
    });
    return (await answer.json()) as RunAnswer;
  }

  /** The runs that a node has executed to their end since its start. */
  async countEnded(node: ServiceProcess): Promise<number> {
    const text = await (await this.call(node, '/metrics')).text();
    const counts = [...text.matchAll(/^svc_runs_ended_total\{[^}]*\} (\d+)/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  }

  /** Resolves when runs have ended, and returns them. */
  async wait(node: ServiceProcess, ids: readonly string[]): Promise<RunAnswer[]> {
    const runs: RunAnswer[] = [];
    for (const id of ids)
      runs.push(
        await eventually(async () => {
          const answer = await this.call(node, `/api/v1/main/runs/${id}`);
          const run = (await answer.json()) as RunAnswer;
          return answer.ok && ['completed', 'faulted', 'cancelled'].includes(run.status) && run;
        }),
      );
    return runs;
  }
}

/** A server that flows call; it notes how many calls are in progress at once, and when each began. */
export class CalledServer {
  readonly begun: number[] = [];
  maxAtOnce = 0;
  #atOnce = 0;

  private constructor(readonly port: number) {}

  /** @param answerMs the time that each call takes */
  static async start(answerMs: number): Promise<CalledServer> {
    const server = createServer((_request, response) => {
      called.begun.push(performance.now());
      called.#atOnce++;
      called.maxAtOnce = Math.max(called.maxAtOnce, called.#atOnce);
      // A caller that is killed ends its call.
      response.once('close', () => called.#atOnce--);
      const number = called.begun.length;
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ number }));
      }, answerMs);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const called = new CalledServer((server.address() as AddressInfo).port);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return called;
  }
}
