import type { Socket } from 'node:net';
import { connect as startTls, type TLSSocket } from 'node:tls';
import {
  type ConnectionOptions,
  type NatsConnection,
  NatsConnectionImpl,
  setTransportFactory,
} from '@nats-io/transport-node';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { guardSocket } from '../network/guard-socket.js';

interface DialOptions extends ConnectionOptions {
  dial(): Promise<Socket>;
}

/** Takes its socket from the options of its connection; the library would open one to any address. */
class GuardedTransport extends NodeTransport {
  override dial(): Promise<Socket> {
    return (this.options as DialOptions).dial();
  }

  /** Guards the socket with TLS from its first event on; the one of the library is known only after the handshake. */
  override async startTLS(): Promise<TLSSocket> {
    const { socket, options } = this;
    if (!options.tls) throw new Error('the server asks for encryption: set `ssl`');
    const secured = startTls({ ...options.tls, socket });
    guardSocket(secured, String(options.servers));
    return new Promise((resolve, reject) => {
      secured.once('secureConnect', () => resolve(secured)).once('error', reject);
      // Nothing else says that the handshake was given up.
      secured.once('close', () => reject(new Error('the connection was closed')));
    });
  }
}

// The factory of the library is one for all connections.
setTransportFactory({ factory: () => new GuardedTransport() });

/** Connects over the sockets of `dial`. */
export function connect(options: DialOptions): Promise<NatsConnection> {
  return NatsConnectionImpl.connect(options);
}
