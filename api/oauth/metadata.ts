import type { Settings } from '../../controller/settings/index.js';
import { deviceGrant } from './clients/client.js';
import { getMcpResource, type IssuerState } from './issuer.js';
import { oauthPaths } from './paths.js';
import { allEffects, usualEffects } from './requested-scopes.js';

/** The metadata of svc as an authorization server (RFC 8414). */
export function describeServer(issuer: string, { OAuth }: Settings['Auth']): object {
  return {
    issuer,
    authorization_endpoint: issuer + oauthPaths.authorize,
    token_endpoint: issuer + oauthPaths.token,
    ...(OAuth.Registration ? { registration_endpoint: issuer + oauthPaths.register } : {}),
    revocation_endpoint: issuer + oauthPaths.revoke,
    device_authorization_endpoint: issuer + oauthPaths.deviceAuthorization,
    scopes_supported: allEffects,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: OAuth.MetadataDocuments,
    protected_resources: [getMcpResource(issuer)],
    service_documentation: `${issuer}/manual/guide.connect-an-assistant`,
  };
}

/** Returns the issuers of tokens for assistants, the preferred one first; empty without one. */
export function listIssuers({ Oidc }: Settings['Auth'], state: IssuerState): string[] {
  const own = 'issuer' in state ? [state.issuer] : [];
  const other = Oidc ? [Oidc.Issuer] : [];
  // Persons of an issuer that svc cannot lead a browser to would find no way in.
  return Oidc && !Oidc.Login ? [...other, ...own] : [...own, ...other];
}

/** The `scope` that a client asks for at first (RFC 6750, 3). */
export const challengeScope = usualEffects.join(' ');
