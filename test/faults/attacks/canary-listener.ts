import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One server of the attacker: it keeps all that it receives. */
class Origin {
  /** The headers and bodies of all requests since the last `take`. */
  received: string[] = [];
  readonly #server: Server;

  constructor(
    private readonly answer: (url: string, request: IncomingMessage, response: ServerResponse) => void,
  ) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', headers } = request;
        this.received.push(JSON.stringify({ url, headers, body: Buffer.concat(chunks).toString() }));
        this.answer(url, request, response);
      });
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/**
 * Two servers that record every request. Connections lead to `shop`, which echoes the key it gets and redirects
 * `/redirect/<status>` to `elsewhere`, another origin.
 */
export class CanaryListener {
  readonly shop: Origin;
  readonly elsewhere: Origin;

  constructor() {
    this.elsewhere = new Origin((_url, _request, response) => json(response, {}));
    this.shop = new Origin((url, { headers }, response) => {
      const status = /^\/redirect\/(\d+)/.exec(url)?.[1];
      if (status === undefined) return json(response, { key: headers['x-key'] ?? null });
      response.writeHead(Number(status), { location: `${this.elsewhere.base}/caught` }).end();
    });
  }

  async open(): Promise<void> {
    await Promise.all([this.shop.open(), this.elsewhere.open()]);
  }

  close(): void {
    this.shop.close();
    this.elsewhere.close();
  }

  /** Returns the requests since the last call. */
  take(): { shop: string[]; elsewhere: string[] } {
    const taken = { shop: this.shop.received, elsewhere: this.elsewhere.received };
    this.shop.received = [];
    this.elsewhere.received = [];
    return taken;
  }
}

function json(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}
