import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeProtectedHeader, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { json, TestServer } from '../server.js';

interface Verified {
  header: Record<string, unknown>;
  payload: JWTPayload;
}

/**
 * An authority and an API of this machine that verify signed assertions and bearers as the standards say (RFC 7519, RFC 7523),
 * by a clock of their own, which their `Date` headers show.
 */
export class SigningAuthority {
  /** Seconds by which the clock of the authority is ahead. */
  ahead = 0;
  /** Of all JWTs that were accepted, in their order. */
  readonly accepted: Verified[] = [];
  /** The forms of all requests for tokens. */
  readonly forms: Record<string, string>[] = [];
  /** Requests of any kind. */
  requests = 0;
  /** Repeats the whole request in refusals, as some servers do. */
  repeats = false;
  /** Seconds that are told for tokens; undefined to tell nothing. */
  tokenLifetime: number | undefined = 3_600;
  readonly tokens = new Set<string>();
  readonly #seen = new Set<string>();
  #server: TestServer | undefined;

  /** @param key verifies all JWTs; a public key or a shared text @param expected what JWTs must claim */
  constructor(
    readonly key: KeyObject | Uint8Array,
    readonly expected: JWTVerifyOptions = {},
    readonly certificate?: string,
  ) {}

  async start(): Promise<void> {
    this.#server = await TestServer.start(
      (request, response, body) => void this.#answer(request, response, body),
    );
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  stop(): Promise<void> {
    return this.#server?.stop() ?? Promise.resolve();
  }

  async #answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    this.requests++;
    response.setHeader('date', new Date(Date.now() + this.ahead * 1_000).toUTCString());
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const { pathname } = new URL(request.url ?? '', 'http://a');
    try {
      if (pathname === '/token') await this.#giveToken(response, body);
      else if (pathname === '/exchange') {
        await this.#verify(bearer);
        json(
          response,
          { token: this.#issue(), expires_at: new Date(Date.now() + 3_600_000).toISOString() },
          201,
        );
      } else if (pathname === '/signed') {
        const { header, payload } = await this.#verify(bearer);
        json(response, { header, payload } as never);
      } else if (this.tokens.has(bearer)) json(response, { ok: true });
      else json(response, { message: 'no such token', bearer }, 401);
    } catch (error) {
      const reason = (error as Error).message;
      const said = this.repeats ? `${reason} ${body} ${bearer} ${bearer.split('.')[2]}` : reason;
      json(response, { error: 'invalid_grant', error_description: said }, pathname === '/token' ? 400 : 401);
    }
  }

  async #giveToken(response: ServerResponse, body: string): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(body));
    this.forms.push(form);
    const jwt = form['assertion'] ?? form['client_assertion'] ?? '';
    const { payload } = await this.#verify(jwt);
    const { jti = '' } = payload;
    if (jti === '' || this.#seen.has(jti)) throw new Error('the assertion was used before');
    this.#seen.add(jti);
    const token = this.#issue();
    json(response, { access_token: token, token_type: 'Bearer', expires_in: this.tokenLifetime } as never);
  }

  #issue(): string {
    const token = `token-${this.tokens.size + 1}-of-the-authority`;
    this.tokens.add(token);
    return token;
  }

  async #verify(jwt: string): Promise<Verified> {
    const currentDate = new Date(Date.now() + this.ahead * 1_000);
    const { payload, protectedHeader } = await jwtVerify(jwt, this.key, { ...this.expected, currentDate });
    if ((payload.iat ?? 0) * 1_000 > currentDate.getTime()) throw new Error('the JWT is of the future');
    if (this.certificate !== undefined) {
      const { raw } = new X509Certificate(this.certificate);
      const digest = createHash('sha256').update(raw).digest('base64url');
      if (decodeProtectedHeader(jwt)['x5t#S256'] !== digest) throw new Error('the certificate is not known');
    }
    const verified = { header: protectedHeader as Record<string, unknown>, payload };
    this.accepted.push(verified);
    return verified;
  }
}

export function publicKey(pem: string): KeyObject {
  return createPublicKey(pem);
}
