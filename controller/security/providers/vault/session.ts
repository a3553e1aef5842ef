import type { JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { pauseAfter } from '../../../concurrency/back-off.js';
import { LongTimer } from '../../../concurrency/long-timer.js';
import { type Answer, isTemporary, type ProviderClient, urlPath } from '../shared/client.js';
import { failure } from './failure.js';
import type { SignIn } from './sign-in.js';

export interface SessionOptions {
  client: ProviderClient;
  namespace: string | undefined;
  signIn: SignIn;
  /** Called when a token could not be kept alive in the background. */
  onFailure(problem: unknown): void;
}

export interface VaultRequest {
  method?: 'GET' | 'POST';
  /** Below `/v1`, with a slash in front. */
  path: string;
  body?: JsonObject;
  signal?: AbortSignal | undefined;
}

interface Lease {
  token: string;
  renewable: boolean;
  /** The seconds that the token is valid from its issue or renewal on; 0 for ever. */
  ttl: number;
}

const own = '/auth/token';
const retries = { firstMs: 1_000, maxMs: 60_000 };
/** The part of its time after which a token is renewed, so that some attempts can fail. */
const renewedAfter = 2 / 3;

/**
 * A token of Vault that stays valid: it is renewed in the background, and replaced by a new sign-in when it cannot be
 * renewed or Vault no longer knows it.
 */
export class VaultSession {
  readonly #timer = new LongTimer();
  #lease: Promise<Lease> | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(private readonly options: SessionOptions) {}

  /** Signs in without being waited for, so that a token of the settings is renewed before its first use. */
  start(): void {
    this.#current().then(
      () => undefined,
      (error: unknown) => this.#retry(error, () => this.start()),
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#timer.stop();
  }

  /** Sends a request with the token. After 403 with a token that has ended, signs in and sends it again. */
  async send(request: VaultRequest): Promise<Answer> {
    const { token } = await this.#current();
    const answer = await this.#sendWith(token, request);
    if (answer.status !== 403) return answer;
    const { status } = await this.#sendWith(token, { path: `${own}/lookup-self`, signal: request.signal });
    if (status !== 403) return answer;
    if ((await this.#current()).token === token) this.#lease = undefined;
    return this.#sendWith((await this.#current()).token, request);
  }

  /** Returns the token that is in use, from a sign-in that all callers share. */
  #current(): Promise<Lease> {
    this.#lease ??= this.#signIn().catch((error: unknown) => {
      this.#lease = undefined;
      throw error;
    });
    return this.#lease;
  }

  async #signIn(): Promise<Lease> {
    const { method, credential, request } = await this.options.signIn();
    if (!request) {
      const { status, body } = await this.#sendWith(credential, { path: `${own}/lookup-self` });
      const { ttl, renewable } = objectOr(objectOr(body)['data']);
      // A token may lack the right to look itself up: the next request shows if it is valid.
      const isKnown = status === 200 && typeof ttl === 'number';
      return this.#keep({
        token: credential,
        renewable: isKnown && renewable === true,
        ttl: isKnown ? ttl : 0,
      });
    }
    const path = urlPath('auth', request.mount, 'login');
    const answer = await this.#sendWith(undefined, { method: 'POST', path, body: request.body }, [
      credential,
    ]);
    const lease = findLease(answer);
    if (!lease) throw failure(answer, `the sign-in with ${method}`, this.options.client.address);
    return this.#keep(lease);
  }

  /** Plans the renewal of a token. */
  #keep(lease: Lease): Lease {
    this.#failures = 0;
    if (lease.ttl > 0) this.#later(lease.ttl * 1_000 * renewedAfter, () => this.#renew(lease));
    return lease;
  }

  async #renew(lease: Lease): Promise<void> {
    try {
      const renewed = lease.renewable ? await this.#renewed(lease) : undefined;
      if (renewed) this.#lease = Promise.resolve(this.#keep({ ...renewed, token: lease.token }));
      else {
        this.#lease = undefined;
        await this.#current();
      }
    } catch (error) {
      this.#retry(error, () => this.#renew(lease));
    }
  }

  /** Returns the renewed lease; undefined when Vault refuses to renew it. @throws Problem secret_provider_unavailable */
  async #renewed({ token }: Lease): Promise<Lease | undefined> {
    const answer = await this.#sendWith(token, { method: 'POST', path: `${own}/renew-self`, body: {} });
    if (isTemporary(answer.status))
      throw failure(answer, 'the renewal of a token', this.options.client.address);
    return findLease(answer);
  }

  #retry(error: unknown, again: () => unknown): void {
    this.#failures += 1;
    if (this.#failures === 1) this.options.onFailure(error);
    this.#later(pauseAfter(this.#failures, retries), again);
  }

  #later(ms: number, action: () => unknown): void {
    if (!this.#isClosed) this.#timer.start(Date.now() + ms, action);
  }

  #sendWith(
    token: string | undefined,
    { method = 'GET', path, body, signal }: VaultRequest,
    credentials: readonly string[] = token === undefined ? [] : [token],
  ): Promise<Answer> {
    const { client, namespace } = this.options;
    return client.send({
      method,
      path: `/v1${path}`,
      headers: {
        'x-vault-request': 'true',
        ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
        ...(token === undefined ? {} : { 'x-vault-token': token }),
      },
      ...(body ? { body } : {}),
      credentials,
      signal,
    });
  }
}

/** Returns the token of a sign-in or renewal; undefined for a refusal. */
function findLease({ status, body }: Answer): Lease | undefined {
  const { client_token: token, lease_duration: ttl, renewable } = objectOr(objectOr(body)['auth']);
  if (status !== 200 || typeof token !== 'string') return undefined;
  return { token, renewable: renewable === true, ttl: typeof ttl === 'number' ? ttl : 0 };
}
