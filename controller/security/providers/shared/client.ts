import { readFile } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { within } from '../../../concurrency/signals.js';
import { Problem } from '../../../problems/index.js';

const maxBytes = 4 * 1024 * 1024;

export interface ClientOptions {
  /** The address of the server, without a slash at the end. */
  address: string;
  caFile: string | undefined;
  /** True to trust the certificates of `caFile` only; else they are trusted besides the usual ones. */
  trustsOnlyCaFile: boolean;
  timeoutMs: number;
}

export interface ProviderRequest {
  method?: 'GET' | 'POST';
  /** Begins with a slash. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: JsonObject;
  /** Texts that must not be in a message, should the server repeat them. */
  credentials: readonly string[];
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  /** Null when it is not JSON. */
  body: Json;
}

/** JSON over HTTP with the server of one provider. Follows no redirect, so that credentials reach no other server. */
export class ProviderClient {
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(private readonly options: ClientOptions) {}

  get address(): string {
    return this.options.address;
  }

  /** @throws Problem secret_provider_unavailable, secret_unusable when the answer is too long */
  async send(request: ProviderRequest): Promise<Answer> {
    const { address, timeoutMs } = this.options;
    try {
      return await within(timeoutMs, request.signal, (signal) => this.#exchange(request, signal));
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      const reason = withoutAny(getCauseReason(cause), request.credentials);
      throw new Problem(
        'secret_provider_unavailable',
        `The provider of secrets at ${address} could not be asked: ${reason}`,
        { cause },
      );
    }
  }

  async close(): Promise<void> {
    await (await this.#dispatcher?.catch(() => undefined))?.destroy();
  }

  async #exchange(request: ProviderRequest, signal: AbortSignal): Promise<Answer> {
    const { method = 'GET', path, headers, body, credentials } = request;
    const undici = await import('undici');
    const response = await undici.request(this.options.address + path, {
      dispatcher: await this.#open(),
      method,
      headers: { 'user-agent': 'svc', ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new Problem(
          'secret_unusable',
          `${this.options.address} answered with more than ${maxBytes} bytes`,
        );
      }
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString();
    const status = response.statusCode;
    return { status, body: parsed(status < 400 ? text : withoutAny(text, credentials)) };
  }

  /** Opens the connections at the first request: the files of a container may be mounted after the start. */
  #open(): Promise<Dispatcher> {
    this.#dispatcher ??= this.#connect().catch((error: unknown) => {
      this.#dispatcher = undefined;
      throw error;
    });
    return this.#dispatcher;
  }

  async #connect(): Promise<Dispatcher> {
    const { caFile, trustsOnlyCaFile, timeoutMs } = this.options;
    const { createProxyAgent } = await import('../../../http-client/index.js');
    const { rootCertificates } = await import('node:tls');
    const own = caFile === undefined ? [] : [await readFile(caFile, 'utf8')];
    const tls = caFile === undefined ? {} : { ca: trustsOnlyCaFile ? own : [...rootCertificates, ...own] };
    return createProxyAgent({
      connect: { ...tls, timeout: timeoutMs },
      requestTls: tls,
      connections: 8,
    });
  }
}

/** Returns a path of URL segments, each encoded. */
export function urlPath(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/** True for a status that says nothing about the request: the same request may succeed later. */
export function isTemporary(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function withoutAny(text: string, credentials: readonly string[]): string {
  return credentials.reduce((rest, one) => (one === '' ? rest : rest.replaceAll(one, '***')), text);
}

function getCauseReason(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message : String(first);
}
