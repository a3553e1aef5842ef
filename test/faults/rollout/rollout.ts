import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPrograms, PostgresServer } from '../../postgres-server.js';
import { built, type CommandLine } from '../../program.js';
import { removeFolder } from '../../remove-folder.js';
import type { Proof, ProofOptions } from '../proof.js';
import { makeRemote } from '../remote.js';
import { findMax, percentile, type Report } from '../report.js';
import { Load } from './load.js';
import { Pod } from './pod.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const count = 3;
/** The longest time until a pod is ready: the proof gives up then, where Kubernetes would wait for ever. */
const patienceMs = 120_000;

const hello = `document: { dsl: '1.0.3', namespace: test, name: hello, version: '1.0.0' }
do:
  - say: { set: { hello: '\${ .name }' } }
`;

/** Plays the controller of a StatefulSet: it updates three nodes to another version and back, one after another, under load. */
export const proof: Proof = {
  summary: 'three nodes on PostgreSQL are updated and taken back as by a StatefulSet, under load (4 updates)',
  async run({ report, rounds = 4, hasTime }: ProofOptions) {
    const programs = findPrograms();
    if (programs === undefined) throw new Error('The proof needs the programs of a PostgreSQL server');
    const folder = mkdtempSync(join(tmpdir(), 'svc-rollout-'));
    const database = await PostgresServer.start(programs);
    const pods = await makePods(folder, database.port);
    const versions = [makeVersion(folder, '0.99.1'), makeVersion(folder, '0.99.2')] as const;
    const set = new StatefulSet(pods, report);
    const load = new Load(pods);
    try {
      for (const pod of pods) {
        pod.start(versions[0].program);
        await set.ready(pod, versions[0].version);
      }
      load.start(pods[0]?.apiKey ?? '');
      let done = 0;
      for (; done < rounds && hasTime(); done++) {
        const version = versions[(done + 1) % 2] ?? versions[0];
        await set.update(version);
        report.progress(`update ${done + 1} of ${rounds}: all nodes have ${version.version}`);
      }
      await load.stop();
      await load.judge(report);
      report.figure('updates', done);
      report.figure('time of an update, median', percentile(set.times, 0.5), 'ms');
      report.figure('time of an update, longest', findMax(set.times), 'ms');
    } catch (error) {
      for (const { url, output } of pods) report.progress(`${url} wrote:\n${output.slice(-3_000)}`);
      throw error;
    } finally {
      await load.stop();
      for (const pod of pods) await pod.dispose();
      await database.remove();
      removeFolder(folder);
    }
  },
};

interface Version {
  readonly version: string;
  readonly program: CommandLine;
}

class StatefulSet {
  readonly times: number[] = [];

  constructor(
    private readonly pods: readonly Pod[],
    private readonly report: Report,
  ) {}

  /** Replaces the pods from the last to the first, each when the one before is ready. */
  async update({ version, program }: Version): Promise<void> {
    const begun = performance.now();
    for (const pod of this.pods.toReversed()) {
      if (!(await pod.end())) this.report.fail(`${pod.url} did not end within its grace period`);
      pod.start(program);
      await this.ready(pod, undefined);
    }
    await until(() =>
      this.pods.every((pod) => pod.isReady && pod.version === version && pod.role !== 'standby'),
    ).catch(() => this.report.fail(`not all nodes serve with ${version}: ${this.#states()}`));
    const leaders = this.pods.filter(({ role }) => role === 'leader').length;
    if (leaders !== 1) this.report.fail(`${leaders} nodes say that they lead`);
    this.times.push(performance.now() - begun);
  }

  async ready(pod: Pod, version: string | undefined): Promise<void> {
    await until(() => pod.isReady && (version === undefined || pod.version === version)).catch(() => {
      throw new Error(`The update does not go on: ${pod.url} is not ready; ${this.#states()}`);
    });
  }

  #states(): string {
    return this.pods
      .map(({ url, isReady, version, role }) => `${url} ${isReady} ${version} ${role}`)
      .join('; ');
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('not in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function makePods(folder: string, databasePort: number): Promise<Pod[]> {
  const remote = makeRemote(folder, { 'flows/hello.yaml': hello });
  const key = join(folder, 'key');
  writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o600 });
  const ports = await freePorts(count);
  return ports.map(
    (port, index) =>
      new Pod({
        folder: join(folder, `pod-${index}`),
        port,
        env: {
          SVC_Git__Remote: remote,
          SVC_Database__Url: `postgres://svc@127.0.0.1:${databasePort}/postgres`,
          SVC_Secrets__MasterKeyFile: key,
          SVC_Limits__RequestsPerMinute: '10000000',
        },
      }),
  );
}

/** The built program under another version. */
function makeVersion(folder: string, version: string): Version {
  const place = join(folder, version);
  mkdirSync(place);
  cpSync(join(root, 'dist'), join(place, 'dist'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...manifest, version }));
  const [node] = built;
  return { version, program: [node, join(place, 'dist/cli/main.js')] };
}

/** Ports that were free a moment ago, all different. */
async function freePorts(wanted: number): Promise<number[]> {
  const servers = Array.from({ length: wanted }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
