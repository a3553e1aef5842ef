import { type Problem, sentence, toHintText } from '../../problems/index.js';
import { hostIn, serverOrigin } from '../../security/policy/destination.js';
import type { HostFence } from '../../security/policy/host-fence.js';
import { ConnectorError } from './connector.js';
import type { Network } from './network.js';

/** Returns the network without the places that the fence refuses. */
export function fencedNetwork(network: Network, fence: HostFence): Network {
  return {
    fetch: fencedFetch(network.fetch, async () => fence),
    transfer: fencedFetch(network.transfer, async () => fence),
    lookup: (host, options, callback) => {
      try {
        // The port of the connection is not known here.
        requireHostAndPort(fence, `tcp://${hostIn(host)}`);
      } catch (error) {
        process.nextTick(callback, error, []);
        return;
      }
      network.lookup(host, options, callback);
    },
    check(host) {
      requireHostAndPort(fence, `tcp://${hostIn(host)}`);
      network.check(host);
    },
    async connect(place, signal, failed) {
      requireHostAndPort(fence, serverOrigin(place.host, place.port));
      return network.connect(place, signal, failed);
    },
  };
}

/** Returns `fetch` without the places that a fence refuses, which is asked for at each request. */
export function fencedFetch(
  fetch: typeof globalThis.fetch,
  fenceNow: () => Promise<HostFence | undefined>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const fence = await fenceNow();
    if (fence) requireHostAndPort(fence, new URL(input instanceof Request ? input.url : input).origin);
    return fetch(input, init);
  };
}

/** @throws ConnectorError authorization */
function requireHostAndPort(fence: HostFence, origin: string): void {
  try {
    fence.require(origin);
  } catch (cause) {
    const { code, status, title, message, hints } = cause as Problem;
    const detail = [sentence(message), ...hints.map(toHintText)].join(' ');
    throw new ConnectorError('authorization', status, title, detail, { code, cause });
  }
}
