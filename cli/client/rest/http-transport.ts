import { exitCodes, Failure, misuse } from '../../contract/failure.js';
import type { Transport, TransportRequest } from './transport.js';

/** @throws Failure for text that is not an HTTP address */
export function httpTransport(server: string): Transport {
  const base = baseOf(server);
  return {
    name: base,
    outlivesProcess: true,
    async send(path: string, init: TransportRequest) {
      try {
        // Redirects are not followed: they would carry the key to another server.
        return await fetch(`${base}${path}`, { ...init, redirect: 'manual' });
      } catch (error) {
        const hints = [
          'Check that it runs; `svc serve` starts a server.',
          'To use another server, pass `--server <url>` or set it with `svc config set server <url>`.',
        ];
        const message = `Cannot reach the server at ${base}: ${reasonOf(error)}`;
        throw new Failure(exitCodes.unreachable, message, hints, { cause: error });
      }
    },
    close: async () => undefined,
  };
}

function baseOf(server: string): string {
  const address = server.includes('://') ? server : `http://${server}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw misuse(`\`${server}\` is not the address of a server`, 'Give it as http://host:port.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Returns the reason that `fetch` puts into the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? (cause?.message || message);
}
