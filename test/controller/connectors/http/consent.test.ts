import { expect, test } from 'vitest';
import { builtInConnectors } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';

const auth: JsonObject = {
  type: 'oauth2',
  authorizationUrl: 'https://login.example.com/authorize',
  tokenUrl: 'https://tokens.example.com/token',
  revocationUrl: 'https://revoke.example.com/revoke',
  clientId: 'svc',
  refreshToken: { secret: 'crm/consent', key: 'refreshToken' },
};
const connectors = builtInConnectors().filter(({ consent }) => consent !== undefined);

test('four connectors sign in by the consent of a person', () => {
  expect(connectors.map(({ name }) => name).sort()).toEqual(['graphql', 'grpc', 'http', 'openapi']);
});

test.each(connectors.map((connector) => [connector.name, connector] as const))(
  '%s sends credentials to the token and revocation addresses, and needs no refresh token in its configuration',
  (_name, { consent, destinations }) => {
    const { refreshToken, ...others } = auth;
    expect(consent?.({ auth })).toEqual({ auth: others, refreshToken, config: { auth: others } });
    const { authorizationUrl: _, ...withoutConsent } = auth;
    expect(consent?.({ auth: withoutConsent })).toBeUndefined();
    expect(destinations?.({ auth }, {})).toEqual(
      expect.arrayContaining([
        { origin: 'https://tokens.example.com' },
        { origin: 'https://revoke.example.com' },
      ]),
    );
  },
);
