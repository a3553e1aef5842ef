import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

// An OpenID Connect issuer with the forms of `oidc-provider`, which take any password. Prints its address once it serves.

interface Configuration {
  client: { id: string; secret: string };
  redirectUris: string[];
  people: Record<string, object>;
  /** Access tokens are JWTs for svc, and they alone name roles. */
  hasOwnTokens: boolean;
}

const { client, redirectUris, people, hasOwnTokens } = JSON.parse(process.argv[2] ?? '') as Configuration;
let answer: ReturnType<Provider['callback']> | undefined;
const server = createServer((request, response) => answer?.(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const seconds = 600;
const provider = new Provider(url, {
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['a key for the cookies of the issuer'] },
  pkce: { required: () => true },
  claims: { openid: ['sub'], profile: ['roles', 'name'] },
  ...(hasOwnTokens && {
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:svc',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid profile email',
          audience: 'svc',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: (_context: unknown, { accountId }: { accountId: string }) => people[accountId],
  }),
  findAccount: (_context: unknown, sub: string) => ({
    accountId: sub,
    claims: () => ({ sub, ...(hasOwnTokens ? {} : people[sub]) }),
  }),
  ttl: {
    AccessToken: seconds,
    AuthorizationCode: seconds,
    Grant: seconds,
    IdToken: seconds,
    Interaction: seconds,
    Session: seconds,
  },
});
answer = provider.callback();
process.stdout.write(`${url}\n`);
