import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Replay } from '../../../../../controller/rehearsal/index.js';
import type { Run } from '../../../../../controller/runs/contract.js';
import { loadSettings } from '../../../../../controller/settings/index.js';
import { type StartedController, startController } from '../../../../../controller/start/controller.js';
import type { Json, JsonObject } from '../../../../../schemas/json/types.js';
import { eventually } from '../../../../eventually.js';
import { removeFolder } from '../../../../remove-folder.js';
import { WorkTree } from '../../../../work-tree.js';

type Answer = readonly [status: number, body: Json];

const repairs: Readonly<Record<string, JsonObject>> = {
  'r-1': { owner: 'ada', parts: [{ name: 'tube', count: 1, price: 8 }] },
  'r-2': {
    owner: 'grace',
    parts: [
      { name: 'chain', count: 1, price: 35 },
      { name: 'brake', count: 2, price: 14 },
    ],
  },
  'r-3': { owner: 'alan', parts: [{ name: 'frame', count: 1, price: 600 }] },
};

const stock: Readonly<Record<string, number>> = { tube: 4, bell: 2 };

const pages: readonly Json[] = [
  {
    items: [
      { owner: 'ada', state: 'open' },
      { owner: 'grace', state: 'done' },
    ],
    next: 2,
  },
  {
    items: [
      { owner: 'ada', state: 'open' },
      { owner: 'alan', state: 'open' },
    ],
    next: 3,
  },
  { items: [{ owner: 'edsger', state: 'done' }], next: null },
];

/** The API of the workshop, with the same answers in each run. */
class WorkshopApi {
  /** The requests since the last `clear`, as method, path and body. */
  requests: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  readonly #asked = new Map<string, number>();

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what was asked, so that the answers are those of the first time. */
  clear(): void {
    this.requests = [];
    this.#asked.clear();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    this.requests.push(`${request.method} ${request.url} ${request.headers['x-offer'] ?? ''} ${text}`);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://workshop');
    const [first = '', second = '', third] = pathname.slice(1).split('/');
    if (request.method === 'POST')
      return this.#post(first, second, third, text === '' ? {} : JSON.parse(text));
    if (first === 'repairs') return repairs[second] ? [200, repairs[second]] : [404, { title: 'No repair' }];
    if (first === 'stock') return [200, { onHand: stock[second] ?? 0 }];
    if (first === 'suppliers') {
      if (second === 'south' && this.#count('south') % 2 === 1) return [503, { title: 'closed' }];
      return [200, { price: { north: 12, south: 10, west: 11 }[second] ?? 99 }];
    }
    if (first === 'old')
      return [200, pages[Number(searchParams.get('page')) - 1] ?? { items: [], next: null }];
    if (first === 'parts')
      return [
        200,
        {
          items: [
            { name: 'tube', price: 8 },
            { name: 'chain', price: 35 },
          ],
        },
      ];
    if (first === 'rates') return [200, { rate: second === 'USD' ? 1.25 : 2 }];
    if (first === 'offers') return [200, { id: `offer-${second}`, price: 90 }];
    if (first === 'ready')
      return [
        200,
        {
          items: [
            { owner: 'ada', parts: ['tube'], total: 28 },
            { owner: 'grace', parts: ['chain', 'brake'], total: 103.4 },
            { owner: 'alan', parts: ['bell'], total: 12 },
          ],
        },
      ];
    return [404, { title: 'Nothing here' }];
  }

  #post(first: string, second: string, third: string | undefined, body: JsonObject): Answer {
    if (first === 'slots') {
      if (body['day'] === 'full') return [409, { title: 'full' }];
      if (body['day'] === 'broken') return [500, { title: 'broken' }];
      if (body['day'] === 'busy' && this.#count('busy') % 2 === 1) return [503, { title: 'busy' }];
      return [200, { slot: `slot-${body['day']}-${body['hours']}` }];
    }
    if (first === 'orders') return [200, { orderId: `order-${body['part'] ?? body['offer']}` }];
    if (first === 'repairs') return [200, { number: `${second}-${third}` }];
    if (first === 'waiting') return [200, { place: 3 }];
    if (first === 'letters') return [200, { letter: `letter-${body['to']}` }];
    if (first === 'lists') return [200, { list: 'list-1' }];
    return [200, {}];
  }

  #count(name: string): number {
    const count = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, count);
    return count;
  }
}

/** Files with errors, which svc puts in service nowhere. */
export class InvalidEdit extends Error {}

/** The repository of the workshop in a real controller. */
export class WorkshopService {
  private constructor(
    private readonly folder: string,
    private readonly controller: StartedController,
    private readonly api: WorkshopApi,
    private readonly url: string,
    private readonly tree: WorkTree,
  ) {}

  static async start(): Promise<WorkshopService> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-workshop-'));
    const api = new WorkshopApi();
    const url = await api.listen();
    const dir = join(folder, 'workshop');
    cpSync(join(import.meta.dirname, '../../../../../fixtures/workshop'), dir, { recursive: true });
    const tree = WorkTree.create(dir);
    const connection = readFileSync(join(dir, 'connections/workshop.yaml'), 'utf8');
    tree.commit({ 'connections/workshop.yaml': connection.replace('http://127.0.0.1:7421', url) });
    const controller = await startController({
      settings: loadSettings({ dir, env: {} }),
      log: pino({ level: 'silent' }),
    });
    return new WorkshopService(folder, controller, api, url, tree);
  }

  async stop(): Promise<void> {
    await this.controller.stop();
    this.api.close();
    removeFolder(this.folder);
  }

  /** The requests since the last `renewApi`. */
  get requests(): readonly string[] {
    return this.api.requests;
  }

  renewApi(): void {
    this.api.clear();
  }

  /** Commits files to the branch, and resolves when they are in effect. */
  async commit(files: Readonly<Record<string, string>>): Promise<void> {
    const revision = this.tree.commit(files);
    await this.controller.reconciler.request('main');
    await eventually(async () => (await this.controller.reconciler.current('main')).revision === revision);
  }

  /** Runs a flow to its end, with the answers that people and others give it. */
  async run(flow: string, input: JsonObject, answer?: JsonObject, maxMs = 60_000): Promise<Run> {
    const { runs, humanTasks, triggers } = this.controller;
    const request = { branch: 'main', flow, input, principal: 'user:test' };
    const { id } = await runs.start(request);
    const isOver = async (): Promise<boolean> => (await runs.get(id)).endedAt !== null;
    if (flow === 'agree' && answer) {
      const task = await eventually(async () => {
        const open = await humanTasks.list({ status: 'open', limit: 100 });
        return open.find((each) => each.run === id) ?? ((await isOver()) && 'none');
      });
      const by = { principal: 'user:admin', overrides: true };
      // An edited form may not take the answer: the run then waits.
      if (task !== 'none') await humanTasks.complete(task.id, answer, by).catch(() => undefined);
    }
    if (flow === 'await-payment' && answer) {
      await eventually(async () => (await runs.get(id)).status === 'waiting' || (await isOver()));
      const event = {
        specversion: '1.0',
        id: `paid-${id}`,
        source: 'https://bank.example',
        type: 'example.workshop.paid.v1',
        data: answer,
      };
      await triggers.accept([event], { principal: 'user:test', mayRun: () => true });
    }
    return runs.wait(id, maxMs);
  }

  /** Replays a run through the repository with other files in place of its own. @throws InvalidEdit */
  async replay({ id }: Run, files: Readonly<Record<string, string>>): Promise<Replay> {
    const changed = Object.entries(files).map(([path, content]) => ({
      path,
      content: Buffer.from(content.replaceAll('ADDRESS', this.url)),
    }));
    const snapshot = await this.controller.reconciler.preview('main', changed);
    const errors = snapshot.findings.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new InvalidEdit(JSON.stringify(errors));
    return this.controller.replayer.replay(id, snapshot);
  }

  /** Reads a file of the repository. */
  read(path: string): string {
    return readFileSync(join(this.folder, 'workshop', path), 'utf8');
  }
}
