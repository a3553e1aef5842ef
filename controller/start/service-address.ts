import type { Settings } from '../settings/index.js';

/**
 * The address of the service in links: of a service without `BaseUrl`, the one on this machine. A service that takes any free
 * port knows its address when it listens.
 */
export class ServiceAddress {
  #port: number;

  constructor(private readonly server: Settings['Server']) {
    this.#port = server.Port;
  }

  get url(): string {
    const { BaseUrl, Host, BasePath = '', Tls } = this.server;
    if (BaseUrl !== undefined) return BaseUrl;
    const isAny = Host === '0.0.0.0' || Host === '::';
    const host = isAny ? '127.0.0.1' : Host.includes(':') ? `[${Host}]` : Host;
    return `${Tls ? 'https' : 'http'}://${host}:${this.#port}${BasePath}`;
  }

  listensOn(port: number): void {
    this.#port = port;
  }
}
