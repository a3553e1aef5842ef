import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../schemas/json/types.js';

/** A rule for the answers to requests for a path; a request without a matching rule gets 404. */
export interface StubRule {
  method?: string;
  path: string;
  status?: number;
  headers?: Record<string, string>;
  /** Body of the answer: a string is sent unchanged, other values as JSON. `echo` returns the received request. */
  body?: Json;
  echo?: boolean;
  /** Number of requests that the rule answers; later requests go to the next matching rule. */
  times?: number;
  /** Delay of the answer, in milliseconds. */
  delay?: number;
}

/** An HTTP server on loopback that answers by rules. */
export class Stub {
  private readonly server: Server;
  private rules: StubRule[] = [];
  readonly requests: string[] = [];

  constructor() {
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://stub');
      this.requests.push(`${request.method} ${url.pathname}`);
      const rule = this.take(request.method ?? '', url.pathname);
      const answer = async () => {
        const body = rule?.echo === true ? await received(request, url) : rule?.body;
        const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
        const type = typeof body === 'string' ? 'text/plain' : 'application/json';
        response.writeHead(rule?.status ?? (rule ? 200 : 404), { 'content-type': type, ...rule?.headers });
        response.end(body === undefined ? '' : text);
      };
      setTimeout(answer, rule?.delay ?? 0);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  answers(rules: readonly StubRule[]): void {
    this.rules = rules.map((rule) => ({ ...rule }));
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(method: string, path: string): StubRule | undefined {
    const rule = this.rules.find(
      (each) => each.path === path && (each.method ?? method).toUpperCase() === method && each.times !== 0,
    );
    if (rule?.times !== undefined) rule.times--;
    return rule;
  }
}

async function received(request: IncomingMessage, url: URL): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = null, accept = null } = request.headers;
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { authorization, accept, 'content-type': request.headers['content-type'] ?? null },
    body: Buffer.concat(chunks).toString(),
  };
}
