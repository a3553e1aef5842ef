import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request for tokens, as it came. */
export interface TokenRequest {
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

interface Code {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/** Behaviour that a test may change while the authority runs. */
export interface AuthorityOptions {
  /** Each renewal gives another refresh token, and a second use of one that was replaced ends the consent. */
  rotates: boolean;
  /** A refresh token that was replaced counts until the next one is used. */
  isPatient: boolean;
  /** Seconds; undefined for a token without an end. */
  expiresIn: number | undefined;
  givesRefreshToken: boolean;
  /** The refusal of each request for tokens. */
  refusal: { status: number; body: object } | undefined;
  /** `iss` of answers; null for none. */
  issuer: string | null;
  /** The time by which the clock of the authority is ahead, in ms. */
  ahead: number;
  /** Called with each request for tokens before it is answered. */
  asked(request: TokenRequest): Promise<void> | void;
}

/** An authority of OAuth 2.0 with an API that takes its tokens, over HTTP. It knows each token that it has given. */
export class Authority {
  readonly options: AuthorityOptions = {
    rotates: true,
    isPatient: false,
    expiresIn: 3_600,
    givesRefreshToken: true,
    refusal: undefined,
    issuer: null,
    ahead: 0,
    asked: () => undefined,
  };
  readonly requests: TokenRequest[] = [];
  readonly revoked: string[] = [];
  /** The tokens of the calls of the API. */
  readonly calls: string[] = [];
  readonly accessTokens = new Set<string>();
  readonly refreshTokens = new Set<string>();
  /** Every token, code and state, for searches in logs. */
  readonly secrets: string[] = [];
  readonly #replaced = new Map<string, string>();
  readonly #codes = new Map<string, Code>();
  #server: Server | undefined;
  url = '';

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body, headers = {} }) => {
        const date = new Date(Date.now() + this.options.ahead).toUTCString();
        response.writeHead(status, { 'content-type': 'application/json', date, ...headers });
        response.end(JSON.stringify(body));
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** Consents as a person does who was led here. @returns the address that the browser is led back to */
  consent(address: string, answer: Record<string, string> = {}): URL {
    const { searchParams } = new URL(address);
    const redirectUri = searchParams.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    const state = searchParams.get('state') ?? '';
    this.secrets.push(state);
    const issuer = this.options.issuer === null ? {} : { iss: this.options.issuer };
    for (const [name, value] of Object.entries({ state, ...issuer, ...answer }))
      back.searchParams.set(name, value);
    if (answer['error'] !== undefined || answer['code'] !== undefined) return back;
    const code = this.#create();
    this.#codes.set(code, {
      challenge: searchParams.get('code_challenge') ?? '',
      redirectUri,
      scope: searchParams.get('scope') ?? '',
    });
    back.searchParams.set('code', code);
    return back;
  }

  #create(): string {
    const token = randomBytes(24).toString('base64url');
    this.secrets.push(token);
    return token;
  }

  async #answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body: object; headers?: Record<string, string> }> {
    const { pathname: path } = new URL(request.url ?? '/', this.url);
    const { authorization } = request.headers;
    if (path === '/token' || path === '/revoke') {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      const asked = { path, form, authorization };
      this.requests.push(asked);
      await this.options.asked(asked);
      if (this.options.refusal) return this.options.refusal;
      return path === '/token' ? this.#giveTokens(form) : this.#revoke(form);
    }
    const token = authorization?.replace('Bearer ', '') ?? '';
    this.calls.push(token);
    if (!this.accessTokens.has(token)) return { status: 401, body: { error: 'token' } };
    return { status: 200, body: { path } };
  }

  #giveTokens(form: Readonly<Record<string, string>>): { status: number; body: object } {
    if (form['grant_type'] === 'authorization_code') {
      const code = this.#codes.get(form['code'] ?? '');
      this.#codes.delete(form['code'] ?? '');
      const challenge = createHash('sha256')
        .update(form['code_verifier'] ?? '')
        .digest('base64url');
      if (code?.challenge !== challenge || code.redirectUri !== form['redirect_uri']) return invalidGrant;
      return this.#give(code.scope, this.options.givesRefreshToken ? this.#createRefresh() : undefined);
    }
    const refreshToken = form['refresh_token'] ?? '';
    if (!this.refreshTokens.has(refreshToken)) {
      // A second use is taken for a theft.
      if (this.#replaced.has(refreshToken)) this.end();
      return invalidGrant;
    }
    if (!this.options.rotates) return this.#give('', undefined);
    for (const [old, next] of this.#replaced) if (next === refreshToken) this.refreshTokens.delete(old);
    const next = this.#createRefresh();
    this.#replaced.set(refreshToken, next);
    if (!this.options.isPatient) this.refreshTokens.delete(refreshToken);
    return this.#give('', next);
  }

  /** Ends all consents. */
  end(): void {
    this.refreshTokens.clear();
    this.accessTokens.clear();
  }

  #createRefresh(): string {
    const token = this.#create();
    this.refreshTokens.add(token);
    return token;
  }

  #give(scope: string, refreshToken: string | undefined): { status: number; body: object } {
    const token = this.#create();
    this.accessTokens.add(token);
    const { expiresIn } = this.options;
    const body = {
      access_token: token,
      token_type: 'Bearer',
      ...(expiresIn === undefined ? {} : { expires_in: expiresIn }),
      ...(scope === '' ? {} : { scope }),
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    };
    return { status: 200, body };
  }

  #revoke({ token = '' }: Readonly<Record<string, string>>): { status: number; body: object } {
    this.revoked.push(token);
    this.end();
    return { status: 200, body: {} };
  }
}

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
