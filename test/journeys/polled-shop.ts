import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Order {
  id: number;
  at: string;
}

/** An application without webhooks: `GET /orders?since=` lists the orders from a time on. */
export class PolledShop {
  readonly orders: Order[] = [];
  /** The paths of the requests so far. */
  readonly requests: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://shop');
      this.requests.push(`${url.pathname}${url.search}`);
      const since = url.searchParams.get('since') ?? '';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ orders: this.orders.filter(({ at }) => at >= since).reverse() }));
    });
  }

  static async open(): Promise<PolledShop> {
    const shop = new PolledShop();
    await new Promise<void>((resolve) => shop.#server.listen(0, '127.0.0.1', resolve));
    return shop;
  }

  add(...ids: number[]): void {
    for (const id of ids)
      this.orders.push({ id, at: new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString() });
  }

  /** The files of a repository that polls this shop every five seconds. */
  get files(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      'connections/shop.yaml': `kind: connection
name: shop
connector: http
config: { baseUrl: "http://127.0.0.1:${port}" }
`,
      'flows/take-order.yaml': `document: { dsl: '1.0.3', namespace: test, name: take-order, version: '1.0.0' }
do: [{ note: { set: { id: '\${ .id }' } } }]
`,
      'triggers/new-orders.yaml': `kind: trigger
name: new-orders
flow: take-order
event:
  from: shop
  poll:
    action: get
    arguments: { path: /orders, query: { since: '\${ .since // "" }' } }
    every: PT5S
    items: \${ .orders }
    key: \${ .id }
    since: \${ .at }
`,
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
