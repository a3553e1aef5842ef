import type { IncomingMessage as Response } from 'node:http';
import type { WebSocket } from 'ws';
import { within } from '../../concurrency/signals.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { maxMessageBytes } from '../contract/messages.js';
import { networkFailure } from '../network/failures.js';
import type { WebSocketConfig } from './config-schema.js';

/** How long the library may take to shake hands, in ms; the connection's time-out is the limit. */
const handshakeMs = 3_600_000;

/** Opens a connection to a server. @throws ConnectorError; the reason of the signal */
export async function openSocket(context: ClientContext<WebSocketConfig>): Promise<WebSocket> {
  const { config, signal } = context;
  const place = new URL(config.url).host;
  let socket: WebSocket | undefined;
  try {
    return await within(config.timeout * 1_000, signal, async (limit) => {
      const end = (): void => socket?.terminate();
      limit.addEventListener('abort', end, { once: true });
      try {
        socket = await dial(context, limit);
        return await opened(socket, place);
      } finally {
        limit.removeEventListener('abort', end);
      }
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ConnectorError) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') throw unanswered(place, config);
    throw networkFailure(error, place);
  }
}

async function dial(
  { config, network }: ClientContext<WebSocketConfig>,
  signal: AbortSignal,
): Promise<WebSocket> {
  const { WebSocket: Library } = await import('ws');
  const { protocol, hostname, port } = new URL(config.url);
  const isEncrypted = protocol === 'wss:';
  const { ca, token, headers = {}, protocols = [] } = config;
  const tls = isEncrypted ? { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) } : undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = await network.connect(
    { host, port: port === '' ? (isEncrypted ? 443 : 80) : Number(port), tls },
    signal,
  );
  return new Library(config.url, [...protocols], {
    createConnection: () => socket,
    handshakeTimeout: handshakeMs,
    maxPayload: maxMessageBytes,
    // A compressed message could be much larger than it seems.
    perMessageDeflate: false,
    followRedirects: false,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
}

function opened(socket: WebSocket, place: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response: Response) => {
      response.destroy();
      reject(refused(response.statusCode ?? 502, place));
    });
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('the server closed the connection')));
  });
}

function refused(status: number, place: string): ConnectorError {
  const detail = `${place} answered ${status} in place of opening a WebSocket`;
  if (status === 401) return new ConnectorError('authentication', 401, 'Not signed in', detail);
  if (status === 403) return new ConnectorError('authorization', 403, 'Not allowed', detail);
  return new ConnectorError('communication', status >= 400 ? status : 502, 'Connection refused', detail);
}

/** The failure of a server that does not answer in time. */
export function unanswered(place: string, { timeout }: Pick<WebSocketConfig, 'timeout'>): ConnectorError {
  const detail = `${place} did not answer within ${timeout} s`;
  return new ConnectorError('timeout', 408, 'Request Timeout', detail);
}
