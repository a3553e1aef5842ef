import { execFileSync, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface GitHttpServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Methods and paths of the requests so far. */
  readonly requests: readonly string[];
}

/** Answers in place of Git when it returns true. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface GitHttpServerOptions {
  intercept?: Intercept;
  /** Git gets half of the first piece of each push, then the connection is gone. */
  cutPush?: boolean;
  /** Cuts this many bytes off the end of each pack. */
  cutPack?: number;
}

/** Returns true for the push itself, false for the request that announces it. */
export function isPush({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && url?.endsWith('/git-receive-pack') === true;
}

/** Executes a push, and cuts the connection before the answer. */
export const cutAnswer: Intercept = (request, response) => {
  if (!isPush(request)) return false;
  response.write = () => true;
  response.end = () => {
    response.socket?.destroy();
    return response;
  };
  return false;
};

/** Serves the repositories below a folder through the real `git http-backend`. */
export async function serveGit(root: string, options: GitHttpServerOptions = {}): Promise<GitHttpServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (options.intercept?.(request, response)) return;
    runBackend(root, request, response, options);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Not by way of `git`: killed at its start, that would leave the program it is about to wait for. */
const program = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');

/** CGI (RFC 3875), as far as Git's program needs it. */
function runBackend(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  { cutPack = 0, cutPush = false }: GitHttpServerOptions,
): void {
  const url = new URL(request.url ?? '/', 'http://host');
  const backend = spawn(program, [], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      // The HTTP server has checked the right to push before.
      GIT_CONFIG_KEY_1: 'http.receivepack',
      GIT_CONFIG_VALUE_1: 'true',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      ...(request.headers['content-length'] ? { CONTENT_LENGTH: request.headers['content-length'] } : {}),
      ...(request.headers['content-encoding']
        ? { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }
        : {}),
      ...(request.headers['git-protocol'] ? { GIT_PROTOCOL: String(request.headers['git-protocol']) } : {}),
    },
  });
  // Without the rest it would wait for ever, at full speed.
  request.once('close', () => request.complete || backend.kill());
  if (cutPush && isPush(request)) {
    request.once('data', (chunk: Buffer) => {
      backend.stdin.write(chunk.subarray(0, chunk.length / 2), () => {
        backend.kill();
        response.destroy();
      });
    });
  } else request.pipe(backend.stdin);
  // A program that has read enough closes its end.
  backend.stdin.on('error', () => undefined);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const output = Buffer.concat(chunks);
    const split = output.indexOf('\r\n\r\n');
    const headers = output.subarray(0, split).toString('latin1').split('\r\n');
    let body = output.subarray(split + 4);
    for (const header of headers) {
      const [name = '', value = ''] = header.split(/: (.*)/s);
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else if (name !== '') response.setHeader(name, value);
    }
    if (request.method === 'POST' && cutPack > 0) body = body.subarray(0, -cutPack);
    response.end(body);
  });
}
