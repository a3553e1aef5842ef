import { exitCodes, Failure } from '../failure.js';
import type { Transport, TransportRequest } from './transport.js';

export function httpTransport(server: string): Transport {
  const base = baseOf(server);
  return {
    name: base,
    outlivesUs: true,
    async send(path: string, init: TransportRequest) {
      try {
        // A redirect would carry the key to wherever it leads.
        return await fetch(`${base}${path}`, { ...init, redirect: 'manual' });
      } catch (error) {
        throw new Failure(
          exitCodes.unreachable,
          `Cannot reach the server at ${base}: ${reasonOf(error)}`,
          ['Is it running? `svc serve` starts one; `--server` and `svc config set server` choose another.'],
          { cause: error },
        );
      }
    },
    close: async () => undefined,
  };
}

function baseOf(server: string): string {
  const address = server.includes('://') ? server : `http://${server}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Failure(exitCodes.usage, `\`${server}\` is not the address of a server`, [
      'Give it as http://host:port.',
    ]);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The reason `fetch` hides in its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? (cause?.message || message);
}
