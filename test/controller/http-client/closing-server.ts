import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { Certified } from '../connectors/http/certificates.js';

/** How a response begins and how its connection ends. */
export const endings = {
  'a length': (size) => ({ head: `Connection: close\r\nContent-Length: ${size}` }),
  'a length and a kept connection': (size) => ({ head: `Content-Length: ${size}` }),
  'no length': () => ({ head: 'Connection: close' }),
  'HTTP/1.0': () => ({ version: '1.0', head: 'Content-Type: application/octet-stream' }),
  chunks: () => ({ head: 'Connection: close\r\nTransfer-Encoding: chunked', isChunked: true }),
  'half of the length': (size) => ({ head: `Connection: close\r\nContent-Length: ${size * 2 + 1}` }),
  'no last chunk': () => ({
    head: 'Connection: close\r\nTransfer-Encoding: chunked',
    isChunked: true,
    isCut: true,
  }),
  'a reset': (size) => ({ head: `Connection: close\r\nContent-Length: ${size * 2 + 1}`, isReset: true }),
} satisfies Record<string, (size: number) => Ending>;

interface Ending {
  readonly version?: string;
  readonly head: string;
  readonly isChunked?: boolean;
  /** True to leave out the end of the chunks. */
  readonly isCut?: boolean;
  readonly isReset?: boolean;
}

export type EndingName = keyof typeof endings;

/** Endings after which the reader has everything that the server meant to send. */
export const completeEndings = [
  'a length',
  'a length and a kept connection',
  'no length',
  'HTTP/1.0',
  'chunks',
] as const satisfies readonly EndingName[];

/** Endings of which the reader has to hear. */
export const brokenEndings = Object.keys(endings).filter(
  (name) => !completeEndings.some((complete) => complete === name),
) as EndingName[];

/** A server that sends the response of a path `/<size>/<ending>` and closes the connection at once. */
export class ClosingServer {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(certificate?: Certified): Promise<ClosingServer> {
    const server = certificate
      ? createTlsServer({ cert: certificate.certificate, key: certificate.key }, answer)
      : createServer(answer);
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new ClosingServer(server, `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`);
  }

  getSizeAddress(size: number, ending: EndingName): string {
    return `${this.url}/${size}/${encodeURIComponent(ending)}`;
  }

  stop(): void {
    this.server.close();
  }
}

function answer(socket: Socket): void {
  socket.on('error', () => {});
  socket.once('data', (request) => {
    const [, size = '0', name = ''] = (String(request).split(' ')[1] ?? '').split('/');
    const ending = endings[decodeURIComponent(name) as EndingName](Number(size)) as Ending;
    const { version = '1.1', head, isChunked = false, isCut = false, isReset = false } = ending;
    const body = Buffer.alloc(Number(size), 'x');
    socket.write(`HTTP/${version} 200 OK\r\n${head}\r\n\r\n`);
    if (isChunked) {
      socket.write(`${body.length.toString(16)}\r\n`);
      socket.write(body);
      socket.end(isCut ? '\r\n' : '\r\n0\r\n\r\n');
    } else if (isReset) socket.write(body, () => reset(socket));
    else socket.end(body);
  });
}

/** A connection with TLS cannot be reset; it ends without the goodbye of TLS. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
