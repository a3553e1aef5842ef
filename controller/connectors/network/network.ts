import { isIP, Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import { untilAborted } from '../../concurrency/signals.js';
import type { Network } from '../contract/network.js';
import type { HttpClient } from './client.js';
import { networkFailure } from './failures.js';
import { guardedLookup, refusal } from './guard.js';
import { guardSocket } from './guard-socket.js';

/** Returns the network of an installation. @param allowPrivate `Flows.AllowPrivateNetworks` */
export function createNetwork(
  client: Pick<HttpClient, 'fetch' | 'transfer'>,
  allowPrivate: boolean,
): Network {
  const lookup = guardedLookup(allowPrivate);
  function check(host: string): void {
    const refused = isIP(host) === 0 ? undefined : refusal(host, host, allowPrivate);
    if (refused) throw networkFailure(refused, host);
  }
  return {
    fetch: client.fetch,
    transfer: client.transfer,
    lookup,
    check,
    async connect({ host, port, tls }, signal, failed) {
      signal.throwIfAborted();
      check(host);
      const raw = new Socket();
      // Waiting to fill packets costs 40 ms for each message that is answered before the next.
      raw.setNoDelay(true);
      // Without `host` the certificate of an address is checked for `localhost`.
      const names = { host, servername: isIP(host) === 0 ? host : '' };
      const socket = tls ? startTls({ ...names, ...tls, socket: raw }) : raw;
      const connected = new Promise<void>((resolve, reject) => {
        socket.once(tls ? 'secureConnect' : 'connect', resolve).once('error', reject);
        raw.once('error', reject);
      });
      raw.connect({ host, port, lookup });
      try {
        await untilAborted(connected, signal);
        for (const each of new Set([raw, socket])) guardSocket(each, `${host}:${port}`, failed);
        return socket;
      } catch (error) {
        socket.destroy();
        if (signal.aborted) throw signal.reason;
        throw networkFailure(error, `${host}:${port}`);
      }
    },
  };
}
