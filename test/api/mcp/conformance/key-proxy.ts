import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reached } from '../clients.js';

/** Passes requests on with the key added and nothing else changed, for programs that cannot send one. */
export async function startKeyProxy({ url, apiKey }: Reached): Promise<{ url: string; close(): void }> {
  const target = new URL(url);
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-api-key': apiKey };
    const { method, url: path } = incoming;
    const passed = request(
      { host: target.hostname, port: target.port, method, path, headers, setHost: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
