import { exitCodes, Failure } from '../../contract/failure.js';
import { serverAddress } from './server-address.js';
import type { Transport, TransportRequest } from './transport.js';

/**
 * @param request resolves with the function that sends a request; by default `fetch`
 * @throws Failure for text that is not an HTTP address
 */
export function httpTransport(
  server: string,
  request: () => Promise<typeof fetch> = async () => fetch,
): Transport {
  const base = serverAddress(server);
  return {
    name: base,
    outlivesProcess: true,
    async send(path: string, init: TransportRequest) {
      try {
        // Redirects are not followed: they would carry the key to another server.
        const send = await request();
        return await send(`${base}${path}`, { ...init, redirect: 'manual' });
      } catch (error) {
        const hints = certificateHints(error) ?? [
          'Check that it runs; `svc serve` starts a server.',
          'To use another server, pass `--server <address>`; `svc config list` shows the stored ones.',
        ];
        const message = `Cannot reach the server at ${base}: ${getErrorReason(error)}`;
        throw new Failure(exitCodes.unreachable, message, hints, { cause: error });
      }
    },
    close: async () => undefined,
  };
}

/** Returns what to do about a certificate that this machine does not trust; undefined for another error. */
function certificateHints(error: unknown): string[] | undefined {
  const { cause } = error as { cause?: { code?: string } };
  if (cause?.code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return ['The certificate of the server is for another name: use an address that it names.'];
  if (!/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_(UNTRUSTED|SIGNATURE)/.test(cause?.code ?? ''))
    return undefined;
  return [
    'The certificate is signed by an authority that this machine does not know.',
    'If it is your own, name its file: `NODE_EXTRA_CA_CERTS=/path/to/ca.pem`.',
  ];
}

/** Returns the reason that `fetch` puts into the cause of its error. */
function getErrorReason(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? (cause?.message || message);
}
