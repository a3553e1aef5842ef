import { Socket } from 'node:net';
import type { Network } from '../../contract/network.js';
import { guardSocket } from '../../network/guard-socket.js';

/** The rules of a network that a socket keeps. */
export type NetworkRules = Pick<Network, 'check' | 'lookup'>;

/** A socket under the network rules of HTTP connections, checked when it connects. */
export class GuardedSocket extends Socket {
  constructor(private readonly rules: NetworkRules) {
    super();
  }

  // The drivers call only the form with port and host.
  override connect(...args: unknown[]): this {
    const [port, host] = args as [number, string];
    const { check, lookup } = this.rules;
    try {
      check(host);
    } catch (refused) {
      process.nextTick(() => this.destroy(refused as Error));
      return this;
    }
    guardSocket(this, `${host}:${port}`);
    return super.connect({ port, host, lookup });
  }
}
