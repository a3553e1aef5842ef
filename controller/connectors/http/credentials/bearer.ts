import type { JsonObject } from '../../../../schemas/json/types.js';
import { SharedWork } from '../../../concurrency/shared-work.js';
import type { JwtAuth } from './auth-schema.js';
import { JwtSigner, jwtSecrets } from './jwt.js';
import { ServerClock } from './server-clock.js';
import { describeRefusal, getLifetime, jsonIn, refusedToken } from './tokens.js';
import { repeatedSecrets } from './without-secrets.js';

interface Bearer {
  readonly text: string;
  /** ms since the epoch, by the clock of the server. */
  readonly endsAt: number;
}

/** The way to the address that exchanges a JWT. */
interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** The bearer tokens of one connection: JWTs that are signed here, or tokens that are given for them. */
export class SignedBearer {
  readonly #signer: JwtSigner;
  readonly #clock = new ServerClock();
  readonly #work = new SharedWork<Bearer>();
  #current: Bearer | undefined;

  /** @throws ConnectorError for a key that cannot be used */
  constructor(private readonly auth: JwtAuth) {
    this.#signer = new JwtSigner(auth, 'auth');
  }

  /** Returns the token, made once for all callers, and another one shortly before it ends. @throws ConnectorError */
  async get({ fetch, signal }: Exchange): Promise<string> {
    // A tenth of the shortest lifetime of a JWT.
    if (this.#current && this.#current.endsAt - 6_000 > this.#clock.now()) return this.#current.text;
    const { text } = await this.#work.run('', signal, async (own) => {
      const { exchangeUrl } = this.auth;
      const bearer =
        exchangeUrl === undefined
          ? await this.#sign()
          : await this.#exchange(exchangeUrl, { fetch, signal: own });
      this.#current = bearer;
      return bearer;
    });
    return text;
  }

  /**
   * Reads the refusal of a request. Returns true when another one may be accepted: the clock of the server shows another time,
   * or it may have taken the exchanged token back.
   * @param refused the value of `Authorization`
   */
  isRetried(response: Response, refused: string | null): boolean {
    const isAnother = refused !== `Bearer ${this.#current?.text}`;
    const isSet = this.#clock.learn(response);
    if (!isAnother) this.#current = undefined;
    return isAnother || isSet || this.auth.exchangeUrl !== undefined;
  }

  /** Sentences about a refusal. */
  get advice(): string {
    const remark = this.#clock.remark;
    return [...describeRefusal(this.#signer), ...(remark === undefined ? [] : [remark])].join(' ');
  }

  async #sign(): Promise<Bearer> {
    const now = this.#clock.now();
    const text = await this.#signer.sign(now, { isUsedOnce: false });
    return { text, endsAt: now + this.#signer.lifetime * 1_000 };
  }

  async #exchange(url: string, { fetch, signal }: Exchange): Promise<Bearer> {
    const ask = async () => {
      const { text: jwt } = await this.#sign();
      const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${jwt}` });
      const response = await fetch(url, { method: 'POST', headers, signal, redirect: 'manual' });
      return { response, secrets: repeatedSecrets([], headers, jwtSecrets(jwt)) };
    };
    const { response, secrets } = await this.#clock.askAgain(ask, [400, 401]);
    const answer = await jsonIn(response);
    const text = answer['token'] ?? answer['access_token'];
    if (response.ok && typeof text === 'string')
      return { text, endsAt: this.#clock.now() + this.#getLifetime(answer) };
    throw refusedToken(
      response,
      { error: answer['error'] ?? answer['message'] ?? null },
      secrets,
      this.advice,
    );
  }

  /** Returns the time for which an exchanged token is valid, in ms. */
  #getLifetime({ expires_in: seconds, expires_at: end }: JsonObject): number {
    const endsAt = typeof end === 'string' ? Date.parse(end) : Number.NaN;
    if (!Number.isNaN(endsAt)) return endsAt - this.#clock.now();
    return getLifetime(seconds);
  }
}
