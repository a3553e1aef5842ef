import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patience } from '../../eventually.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { findPrograms, PostgresServer } from '../../postgres-server.js';
import { built } from '../../program.js';
import { removeFolder } from '../../remove-folder.js';
import { makeRemote } from '../remote.js';
import { Line } from './line.js';

interface Node {
  readonly service: ServiceProcess;
  /** The network to the database. */
  readonly line: Line;
  /** The network from the other nodes; undefined where they reach the node directly. */
  readonly inbound: Line | undefined;
}

interface NodesOptions {
  /** Variables of all nodes. */
  readonly env?: NodeJS.ProcessEnv;
  /** True where faults may interrupt the network between nodes. */
  readonly hasInbound?: boolean;
}

/** Nodes with one database, one repository and one master key: one leads, the others are members. */
export class Nodes {
  readonly #folder = mkdtempSync(join(tmpdir(), 'svc-nodes-'));
  readonly nodes: Node[] = [];
  #apiKey = '';
  /** The number of requests, which the nodes take in turn. */
  #turn = 0;

  /** The remote of all nodes. */
  readonly repository: string;

  private constructor(
    readonly database: PostgresServer,
    entities: Readonly<Record<string, string>>,
  ) {
    this.repository = makeRemote(this.#folder, entities);
  }

  static async start(
    count: number,
    entities: Readonly<Record<string, string>>,
    { env, hasInbound = false }: NodesOptions = {},
  ): Promise<Nodes> {
    const programs = findPrograms();
    if (programs === undefined) throw new Error('The proof needs the programs of a PostgreSQL server');
    const all = new Nodes(await PostgresServer.start(programs), entities);
    writeFileSync(join(all.#folder, 'key'), randomBytes(32).toString('hex'), { mode: 0o600 });
    for (let index = 0; index < count; index++) {
      const line = await Line.open(() => all.database.port);
      const inbound = hasInbound ? await Line.open(() => getPort(service)) : undefined;
      const service: ServiceProcess = new ServiceProcess(built, {
        SVC_Git__Remote: all.repository,
        SVC_Git__PollInterval: '5',
        SVC_Database__Url: `postgres://svc@127.0.0.1:${line.port}/postgres`,
        SVC_Secrets__MasterKeyFile: join(all.#folder, 'key'),
        SVC_Flows__AllowPrivateNetworks: 'true',
        SVC_Limits__RequestsPerMinute: '10000000',
        ...(inbound && { SVC_Server__NodeUrl: toUrl(inbound) }),
        ...env,
      });
      writeFileSync(service.file('svc.yaml'), 'Telemetry: { LogLevel: info }\n');
      all.nodes.push({ service, line, inbound });
      await all.begin(index);
    }
    return all;
  }

  /** The key of the first administrator. */
  get apiKey(): string {
    return this.#apiKey;
  }

  /** Starts a node, which is ready when this resolves, or waits. */
  async begin(index: number): Promise<void> {
    const { service } = this.#node(index);
    const serves = service.start(Number.POSITIVE_INFINITY).then(
      () => {
        this.#apiKey ||= service.apiKey;
      },
      () => {},
    );
    const waits = until(() => service.output.includes('standby:') || !service.isRunning);
    await Promise.race([serves, waits]);
  }

  /** Nodes that a load balancer has found to give no answer. */
  readonly silent = new Set<ServiceProcess>();

  /** Nodes that no supervisor starts again at present. */
  readonly held = new Set<number>();

  /** The index of the node that leads, as the database has it; -1 for none. */
  async leader(): Promise<number> {
    const [row] = await this.database
      .query(`select url from nodes where role = 'leader' and lease_until > clock_timestamp()`)
      .catch(() => []);
    return this.nodes.findIndex(({ service: { url }, inbound }) => {
      const announced = inbound ? toUrl(inbound) : url;
      return url !== '' && announced === row?.['url'];
    });
  }

  /** A node that is ready; waits for one. Meanwhile nodes that have ended are started again, as a supervisor does. */
  async serving(): Promise<number> {
    let found = -1;
    await until(async () => {
      for (const [index, { service }] of this.nodes.entries())
        if (!service.isRunning && !this.held.has(index)) void this.begin(index).catch(() => {});
      const states = await Promise.all(this.nodes.map(({ service }) => isReady(service)));
      found = states.indexOf(true);
      return found >= 0;
    });
    return found;
  }

  /** Sends a request to the nodes in turn, as a load balancer does, and again when one ends meanwhile. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    let last: unknown;
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      for (let tried = 0; tried < this.nodes.length; tried++) {
        const { service } = this.#node(this.#turn++ % this.nodes.length);
        if (!service.isRunning || service.url === '' || this.silent.has(service)) continue;
        try {
          const signal = AbortSignal.timeout(40_000);
          const headers = { 'x-api-key': this.#apiKey, 'content-type': 'application/json', ...init.headers };
          const answer = await fetch(`${service.url}${path}`, { ...init, headers, signal });
          if (answer.status < 500 || init.method === 'PUT') return answer;
          last = `${answer.status} ${await answer.text()}`;
        } catch (error) {
          last = error;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no node answered ${path}: ${last}`);
  }

  /** The remote cannot be reached until the returned function is called. */
  hideRepository(): () => void {
    const hidden = `${this.repository}.away`;
    renameSync(this.repository, hidden);
    return () => renameSync(hidden, this.repository);
  }

  /** The content of a file at the remote. */
  committed(path: string): string {
    return execFileSync('git', ['show', `main:${path}`], { cwd: this.repository, encoding: 'utf8' });
  }

  async dispose(): Promise<void> {
    for (const { service, line, inbound } of this.nodes) {
      await service.dispose();
      line.close();
      inbound?.close();
    }
    await this.database.remove();
    removeFolder(this.#folder);
  }

  #node(index: number): Node {
    const node = this.nodes[index];
    if (!node) throw new RangeError(`there is no node ${index}`);
    return node;
  }
}

function toUrl({ port }: Line): string {
  return `http://127.0.0.1:${port}`;
}

/** The port of a process, 1 while it has none: nothing listens there. */
function getPort({ url }: ServiceProcess): number {
  return url === '' ? 1 : Number(new URL(url).port);
}

async function isReady(service: ServiceProcess): Promise<boolean> {
  if (!service.isRunning || service.url === '') return false;
  const answer = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  );
  return answer?.ok ?? false;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('no node serves in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
