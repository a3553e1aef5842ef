import type { SecureContext } from 'node:tls';
import { type Agent, type RequestInit, fetch as send } from 'undici';
import { createAgent } from '../../http-client/index.js';
import type { Network } from '../contract/network.js';
import { guardedConnect } from './guarded-connect.js';
import { PlainExchange } from './plain-exchange.js';
import { type PlainInit, plainRequest } from './plain-request.js';
import { StandardExchange } from './standard-exchange.js';

/** The TLS of one connection. */
export interface ClientTls {
  readonly secureContext: SecureContext;
  readonly servername?: string;
}

interface ExchangeLimits {
  timeoutMs: number;
  maxBytes: number;
  isTransfer: boolean;
}

/** The connections of a client, which the network rules guard. */
export class HttpPool {
  readonly #agent: Agent;

  constructor({ network, tls }: { network: Pick<Network, 'lookup' | 'check'>; tls: ClientTls | undefined }) {
    const { lookup, check } = network;
    const connect = guardedConnect({ ...tls, lookup, timeout: 10_000 }, check);
    this.#agent = createAgent({ connect, keepAliveTimeout: 10_000, connections: 64 });
  }

  /** Sends a plain request without the library's `fetch`, which costs several times as much. */
  send(url: URL, init: PlainInit = {}, limits: ExchangeLimits): Promise<Response> {
    const plain = plainRequest(url, init);
    if (!plain) return this.sendStandard(url, init, limits);
    const exchange = new PlainExchange({ url, method: plain.method }, limits, init.signal ?? undefined);
    return exchange.send(plain, this.#agent);
  }

  async sendStandard(url: URL, init: PlainInit = {}, limits: ExchangeLimits): Promise<Response> {
    const exchange = new StandardExchange(url, limits, init.signal ?? undefined);
    const standard = init as RequestInit;
    try {
      const sent = { ...standard, ...exchange.sending(standard.body), signal: exchange.signal };
      return exchange.limit(await send(url, { ...sent, dispatcher: this.#agent })) as unknown as Response;
    } catch (error) {
      throw exchange.failed(error);
    }
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}
