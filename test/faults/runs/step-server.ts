import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

interface Call {
  count: number;
  /** The process of the service that made the last call; 0 for one that was not found. */
  process: number;
}

/**
 * The server that runs call at `/<run>/<name>/<step>`. A call shows that all steps before it are done: their answers were
 * durable when the service made it. Records calls that must not have been made.
 */
export class StepServer {
  /** Calls whose answer was durable already, each with the reason for that. */
  readonly doneAgain: string[] = [];
  total = 0;
  /** The process that leads the others; calls of the others are counted. */
  leading = 0;
  byOthers = 0;
  /** Calls beyond the first of each step. */
  repeated = 0;
  /** The number of the running process of the service. */
  process = 0;
  readonly #server: Server;
  readonly #calls = new Map<string, Call>();
  readonly #latest = new Map<string, number>();

  private constructor(findProcess: ((socket: Socket) => number) | undefined) {
    // Known by its connection: asked at once, as a killed process has none.
    const processes = new WeakMap<Socket, number>();
    this.#server = createServer((request, response) => {
      const url = request.url ?? '';
      this.process = processes.get(request.socket) ?? this.process;
      const isFirst = this.#take(url);
      response.statusCode = isFirst && url.includes('/flaky/') ? 503 : 200;
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    if (findProcess) this.#server.on('connection', (socket) => processes.set(socket, findProcess(socket)));
  }

  /** @param findProcess tells which process of several made a connection */
  static async start(findProcess?: (socket: Socket) => number): Promise<StepServer> {
    const server = new StepServer(findProcess);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Returns true for the first call of the step. */
  #take(path: string): boolean {
    const [, run = '', name = '', step = '0'] = path.split('/');
    const before = this.#calls.get(path);
    this.total += 1;
    if (this.process !== this.leading) this.byOthers += 1;
    this.#calls.set(path, { count: (before?.count ?? 0) + 1, process: this.process });
    if (before) this.repeated += 1;
    const isBranch = name === 'left' || name === 'right';
    const line = isBranch || name === 'loose' ? `${run}/${name}` : run;
    // A step after a fork follows its branches. A run that no other run awaits has an order of its own.
    const latest = Math.max(this.#latest.get(line) ?? 0, isBranch ? (this.#latest.get(run) ?? 0) : 0);
    // A step that failed is retried; any other is called once by a process.
    const isAgain = this.process !== 0 && before?.process === this.process && name !== 'flaky';
    if (isAgain) this.doneAgain.push(`${path} (twice by one process)`);
    else if (Number(step) < latest) this.doneAgain.push(`${path} (after step ${latest})`);
    else this.#latest.set(line, Number(step));
    return before === undefined;
  }
}
