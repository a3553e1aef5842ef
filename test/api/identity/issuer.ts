import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An OpenID Connect issuer on this machine: discovery, keys, tokens. */
export class Issuer {
  readonly #server: Server;
  #keys = new Map<string, KeyPair>();
  /** How often its keys were fetched. */
  fetches = 0;
  isAway = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Issuer> {
    const server = createServer((request, response) => {
      void issuer.#answer(request.url ?? '').then((body) => {
        response.writeHead(body === undefined ? 503 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? {}));
      });
    });
    const issuer = new Issuer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await issuer.addKey('first');
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/realm`;
  }

  async addKey(kid: string): Promise<void> {
    this.#keys.set(kid, await generateKeyPair('RS256', { extractable: true }));
  }

  removeKey(kid: string): void {
    this.#keys.delete(kid);
  }

  async publicJwk(kid: string) {
    return exportJWK((this.#keys.get(kid) as KeyPair).publicKey);
  }

  /** A valid token, unless `claims` or `header` make it invalid. */
  async token(claims: JWTPayload = {}, header: Record<string, unknown> = {}, kid = 'first'): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000);
    const all = {
      iss: this.url,
      aud: 'svc',
      sub: 'ada',
      iat: seconds,
      exp: seconds + 300,
      roles: ['ops'],
      ...claims,
    };
    return new SignJWT(all)
      .setProtectedHeader({ alg: 'RS256', kid, ...header })
      .sign((this.#keys.get(kid) as KeyPair).privateKey);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(url: string): Promise<object | undefined> {
    if (this.isAway) return undefined;
    if (url === '/realm/.well-known/openid-configuration')
      return { issuer: this.url, jwks_uri: `${this.url}/keys` };
    this.fetches += 1;
    const keys = [...this.#keys].map(async ([kid, { publicKey }]) => ({
      kid,
      ...(await exportJWK(publicKey)),
    }));
    return { keys: await Promise.all(keys) };
  }
}
