import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { TestAuthority } from '../../controller/connectors/http/certificates.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server of static files with ranges. */
export interface RepositoryServer {
  address: string;
  /** The certificate of its authority. */
  ca: string;
  /** The paths that were asked for, with their ranges. */
  asked: string[];
  /** Answers in place of the files when it returns true. */
  intercept: Answer;
}

/** Serves a folder over HTTPS, or over HTTP without encryption. */
export async function serveRepository(folder: string, isEncrypted = true): Promise<RepositoryServer> {
  const authority = new TestAuthority();
  const { certificate, key } = authority.issue('localhost', 'DNS:localhost,IP:127.0.0.1');
  const served: RepositoryServer = {
    address: '',
    ca: authority.certificate,
    asked: [],
    intercept: () => false,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { range } = request.headers;
    served.asked.push(range === undefined ? `${request.url}` : `${request.url} ${range}`);
    if (!served.intercept(request, response)) sendFile(folder, request, response);
  };
  const server = isEncrypted ? createHttps({ cert: certificate, key }, answer) : createHttp(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  served.address = `${isEncrypted ? 'https' : 'http'}://127.0.0.1:${port}/`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    authority.remove();
  });
  return served;
}

function sendFile(folder: string, { url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const path = join(folder, decodeURIComponent(url));
  if (!existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404).end();
    return;
  }
  const { size } = statSync(path);
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const range = { 'content-range': `bytes ${start}-${size - 1}/${size}` };
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': size - start, ...(start > 0 ? range : {}) });
  createReadStream(path, { start }).pipe(response);
}
