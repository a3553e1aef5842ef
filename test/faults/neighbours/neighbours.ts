import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../eventually.js';
import { WorkTree } from '../../work-tree.js';
import { Target } from '../attacks/target.js';
import type { Proof } from '../proof.js';
import { percentile, type Report } from '../report.js';

const followers = 1_000;
const hanging = 256;
const queued = 10_000;
const pushes = 20;
const callers = 10;
/** The time of one turn with or without followers, in ms. */
const turnMs = 4_000;

/** Others use one service at the same time: a production run of one task keeps its time, and most of its rate. */
export const proof: Proof = {
  summary: '1,000 followers of events; hanging calls, a queue, validations and pushes of another branch',
  async run({ report, rounds = 7, runs = queued, seconds }) {
    const isShort = seconds < 120;
    const target = await Target.open(report, { SVC_Limits__Streams: '100000' });
    const neighbours = new Neighbours(target);
    try {
      await neighbours.open();
      await besideFollowers(neighbours, report, isShort ? 1 : rounds);
      await besideBranch(neighbours, report, isShort ? Math.min(runs, 1_000) : runs);
    } finally {
      neighbours.close();
      await target.close();
    }
  },
};

/** Runs of production, and those who disturb them. */
class Neighbours {
  readonly #sockets: Socket[] = [];
  readonly #server: Server = createServer(() => {});
  #isFlooding = false;

  constructor(readonly target: Target) {}

  /** Makes a branch with a flow whose call is never answered. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
    await this.target.must('POST', '/api/v1/platform/branches', { name: 'feature', from: 'main' });
    const definition = {
      document: { dsl: '1.0.3', namespace: 'test', name: 'hang', version: '1.0.0' },
      do: [{ ask: { call: 'http', with: { method: 'get', endpoint } } }],
    };
    await this.target.must('POST', '/api/v1/feature/entities/platform/flow', definition);
  }

  close(): void {
    this.#isFlooding = false;
    this.leave();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Connects followers of all events, which read and forget what comes. */
  async follow(count: number): Promise<void> {
    const { port } = new URL(this.target.service.url);
    const head = `GET /api/v1/platform/events?type=* HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nX-Api-Key: ${this.target.keys.viewer}\r\n\r\n`;
    const opened = Array.from({ length: count }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      this.#sockets.push(socket);
      return new Promise<void>((resolve) => {
        socket.once('data', () => resolve());
        socket.resume();
        socket.write(head);
      });
    });
    await Promise.all(opened);
  }

  leave(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  async start(branch: string, flow: string, count: number): Promise<void> {
    for (let left = count; left > 0; left -= 50) {
      const starts = Array.from({ length: Math.min(left, 50) }, () =>
        this.target.ask('POST', `/api/v1/${branch}/flows/${flow}/runs`, {
          role: 'operator',
          body: {},
          headers: { prefer: 'respond-async' },
        }),
      );
      for (const { status, text } of await Promise.all(starts))
        if (status !== 202) throw new Error(`a start on ${branch} was answered ${status}: ${text}`);
    }
  }

  /** Validates different files again and again until the end. */
  flood(): void {
    this.#isFlooding = true;
    const validate = async (number: number): Promise<void> => {
      for (let round = 0; this.#isFlooding; round++) {
        const content = `kind: mapping\nname: m\nexpression: '[range(20000)] | map(. * ${number * 1_000 + round}) | add'\nexamples:\n${'  - { input: 1, output: 1 }\n'.repeat(20)}`;
        const files = [{ path: 'mappings/m.yaml', content }];
        await this.target
          .ask('POST', '/api/v1/main/cicd/validate', { role: 'viewer', body: { files } })
          .catch(() => {});
      }
    };
    for (let number = 0; number < 10; number++) void validate(number);
  }

  /** Pushes commits to a branch, each of which is read and validated. */
  async push(count: number): Promise<void> {
    const { directory } = this.target.service;
    const tree = new WorkTree(join(directory, 'work'));
    for (let number = 0; number < count; number++) {
      const note = `kind: folio\nname: note-${number}\ntitle: Note\nbody: text\n`;
      tree.commit({ [`folios/note-${number}.yaml`]: note }, 'note');
      tree.git('push', '--quiet', join(directory, '.svc', 'repository.git'), 'HEAD:pushed');
      await this.target.ask('POST', '/api/v1/pushed/cicd/sync', { role: 'operator' });
      await this.target.ask('GET', '/api/v1/pushed/flows', { role: 'viewer' });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** Runs of production, one after the other by each caller: the number of them, for a time. */
  async runsFor(ms: number): Promise<number> {
    const end = performance.now() + ms;
    let count = 0;
    const call = async (): Promise<void> => {
      while (performance.now() < end) {
        await this.target.otherRun();
        count++;
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
    return count;
  }
}

/** Turns with and without followers, in pairs. */
async function besideFollowers(neighbours: Neighbours, report: Report, rounds: number): Promise<void> {
  const lost: number[] = [];
  await neighbours.runsFor(turnMs);
  for (let round = 0; round < rounds; round++) {
    const alone = await neighbours.runsFor(turnMs);
    await neighbours.follow(followers);
    const beside = await neighbours.runsFor(turnMs);
    neighbours.leave();
    await eventually(async () => (await neighbours.target.ask('GET', '/healthz')).status === 200);
    lost.push(100 * (1 - beside / alone));
    report.progress(`${alone} runs alone, ${beside} beside ${followers} followers`);
  }
  report.figure(`rate lost beside ${followers} followers, median`, percentile(lost, 0.5), '%', 10);
}

async function besideBranch(neighbours: Neighbours, report: Report, count: number): Promise<void> {
  await neighbours.start('feature', 'hang', hanging);
  await neighbours.start('feature', 'hang', count);
  report.progress(`${hanging} hanging calls, ${count} runs queued`);
  neighbours.flood();
  const pushing = neighbours.push(pushes);
  const times: number[] = [];
  let isPushed = false;
  void pushing.finally(() => {
    isPushed = true;
  });
  while (!isPushed || times.length < 200) times.push(await neighbours.target.otherRun());
  await pushing;
  report.figure('runs of production beside another branch', times.length);
  report.figure('one of them, median', percentile(times, 0.5), 'ms');
  report.figure('one of them, 99 of 100 within', percentile(times, 0.99), 'ms', 500);
}
