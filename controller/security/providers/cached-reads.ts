import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { ProvidedSecret, SecretProvider } from '../vault/secret-provider.js';

const maxEntries = 500;
/** Larger secrets are read at each use, so that the cache has at most 32 Mi characters. */
const maxCachedBytes = 64 * 1024;

interface Entry {
  secret: ProvidedSecret;
  /** Milliseconds on the monotonic clock. */
  until: number;
}

/** A provider whose secrets are used for a short time without being read again. Simultaneous reads share one request. */
export class CachedReads implements SecretProvider {
  readonly type: SecretProvider['type'];
  readonly location: string;
  readonly #entries = new BoundedMap<string, Entry>(maxEntries);
  readonly #reading = new Map<string, Promise<ProvidedSecret | undefined>>();

  constructor(
    private readonly provider: SecretProvider,
    private readonly ttlMs: number,
  ) {
    this.type = provider.type;
    this.location = provider.location;
  }

  async read(path: string): Promise<ProvidedSecret | undefined> {
    const entry = this.#entries.get(path);
    if (entry && entry.until > performance.now()) return entry.secret;
    const running = this.#reading.get(path);
    if (running) return running;
    const reading = this.#read(path).finally(() => this.#reading.delete(path));
    this.#reading.set(path, reading);
    return reading;
  }

  list(max: number, signal: AbortSignal): Promise<string[]> {
    return this.provider.list(max, signal);
  }

  check(signal: AbortSignal): Promise<string> {
    return this.provider.check(signal);
  }

  async #read(path: string): Promise<ProvidedSecret | undefined> {
    this.#entries.delete(path);
    const secret = await this.provider.read(path);
    if (secret && this.ttlMs > 0 && measureSize(secret) <= maxCachedBytes) {
      this.#entries.set(path, { secret, until: performance.now() + this.ttlMs });
    }
    return secret;
  }
}

function measureSize({ values }: ProvidedSecret): number {
  return Object.values(values).reduce((sum, value) => sum + value.length, 0);
}
