import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Servers {
  /** Leads the hosts of a page, `https://<name>.example.com`, to this machine. */
  here(text: string): string;
  /** The requests so far: `GET /crm/api/customers/c-101`. */
  readonly requests: readonly string[];
  close(): void;
}

/** Answers of the servers that the pages name, by path; a list is answered in turn, and its last item from then on. */
const answers: Readonly<Record<string, readonly { status?: number; body: unknown }[]>> = {
  'GET /crm/api/customers/c-101': [{ body: { id: 'c-101', name: 'Ada' } }],
  'GET /crm/customers/17': [{ body: { name: 'Ada' } }],
  'GET /shop.staging/orders': [{ body: [{ id: 'o-1003' }, { id: 'o-1004' }] }],
  'GET /shop/orders': [{ body: [{ id: 'o-1003' }, { id: 'o-1004' }] }],
  'GET /shop/orders/o-1003': [{ body: { id: 'o-1003', total: 74 } }],
  'GET /rates/eur': [{ status: 503, body: {} }, { body: { rate: 1.08 } }],
  'GET /helpdesk/tickets?updated_since=2026-01-01T00%3A00%3A00Z': [
    { body: { tickets: [{ id: 17, subject: 'No sound', updated_at: '2026-03-02T08:00:00Z' }] } },
  ],
  'GET /feed/entries.json': [{ body: { entries: [{ title: 'First' }, { title: 'Second' }] } }],
};

/** Starts one server that plays all servers that the pages name. */
export async function playServers(): Promise<Servers> {
  const requests: string[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    const asked = `${request.method} ${request.url}`;
    requests.push(asked);
    const count = counts.get(asked) ?? 0;
    counts.set(asked, count + 1);
    const list = answers[asked] ?? [{ body: { ok: true } }];
    const { status = 200, body } = list[Math.min(count, list.length - 1)] ?? { body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    here: (text) => text.replaceAll(/https:\/\/([\w.]+)\.example\.com/g, `http://127.0.0.1:${port}/$1`),
    requests,
    close: () => void server.close(),
  };
}
