import type { Socket } from 'node:net';
import {
  type ConnectionOptions,
  type NatsConnection,
  NatsConnectionImpl,
  setTransportFactory,
} from '@nats-io/transport-node';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';

interface DialOptions extends ConnectionOptions {
  dial(): Promise<Socket>;
}

/** Takes its socket from the options of its connection; the library would open one to any address. */
class GuardedTransport extends NodeTransport {
  override dial(): Promise<Socket> {
    return (this.options as DialOptions).dial();
  }

  override startTLS(): ReturnType<NodeTransport['startTLS']> {
    if (this.options.tls) return super.startTLS();
    return Promise.reject(new Error('the server asks for encryption: set `ssl`'));
  }
}

// The factory of the library is one for all connections.
setTransportFactory({ factory: () => new GuardedTransport() });

/** Connects over the sockets of `dial`. */
export function connect(options: DialOptions): Promise<NatsConnection> {
  return NatsConnectionImpl.connect(options);
}
