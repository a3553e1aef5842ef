import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../random.js';
import { type Answer, type AnswerFault, answerFaults } from './broken-answers.js';

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const truth = answerFaults.get('no fault');

export type Respond = (request: Request) => Answer | Promise<Answer>;

/** A server of HTTP on bare sockets, which breaks the answers that it is asked to break, and gives all others. */
export class LyingServer {
  /** Answers that matter and were broken since the last fault was armed. */
  brokenCount = 0;
  #fault: AnswerFault | undefined;
  #skip = 0;
  #random: Random | undefined;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(
    private readonly respond: Respond,
    private readonly matters: (request: Request) => boolean,
  ) {
    // A side that has said all may still listen.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#serve(socket));
  }

  /** @param matters false for requests whose answers are not counted */
  static async start(respond: Respond, matters = (_: Request): boolean => true): Promise<LyingServer> {
    const server = new LyingServer(respond, matters);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Breaks all answers from now on. @param skip answers before the first that is broken */
  arm(fault: string, random: Random, skip = 0): void {
    this.#fault = answerFaults.get(fault);
    this.#random = random;
    this.#skip = skip;
    this.brokenCount = 0;
  }

  /** Answers as it should, on connections that were not broken. */
  disarm(): void {
    this.#fault = undefined;
    for (const socket of this.#open) socket.destroy();
  }

  async stop(): Promise<void> {
    this.disarm();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#open.delete(socket));
    let received: Buffer = Buffer.alloc(0);
    let isBroken = false;
    socket.on('data', (bytes) => {
      if (isBroken) return;
      received = Buffer.concat([received, bytes]);
      const request = parse(received);
      if (!request) return;
      received = Buffer.alloc(0);
      const matters = this.matters(request);
      const breaks = this.#fault !== undefined && (matters ? --this.#skip : this.#skip) < 0;
      isBroken = breaks && this.#fault !== truth;
      void this.#answer(socket, request, breaks ? this.#fault : undefined);
    });
    // A client that closes its side hears nothing more; one whose server has closed first is left alone.
    socket.on('end', () => socket.end());
  }

  async #answer(socket: Socket, request: Request, fault: AnswerFault | undefined): Promise<void> {
    const answer = await this.respond(request);
    const random = this.#random;
    if (fault && random) {
      if (this.matters(request)) this.brokenCount += 1;
      fault.send(socket, answer, random);
    } else truth?.send(socket, answer, random as Random);
  }
}

/** Returns the request when all of it is there. */
function parse(received: Buffer): Request | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: *(.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
  const body = received.subarray(end + 4);
  const isChunked = headers.get('transfer-encoding') === 'chunked';
  if (isChunked ? !body.includes('0\r\n\r\n') : body.length < Number(headers.get('content-length') ?? 0))
    return undefined;
  const [method = '', url = ''] = first.split(' ');
  return { method, url, headers, body };
}
