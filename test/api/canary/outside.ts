import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The servers that the service calls: echoes requests of flows, and keeps the messages of the service itself. */
export class Outside {
  /** Requests to `/sink/…`: webhooks, traces, support requests. */
  readonly told: { path: string; text: string }[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const { url = '', headers } = request;
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        if (url.startsWith('/sink/')) this.told.push({ path: url, text: body });
        response.writeHead(url.startsWith('/fail') ? 500 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ url, headers, body }));
      });
    });
  }

  static async start(): Promise<Outside> {
    const outside = new Outside();
    await new Promise<void>((resolve) => outside.#server.listen(0, '127.0.0.1', resolve));
    return outside;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
