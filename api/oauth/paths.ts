/** The addresses of svc as an authorization server, below its base path. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  consent: '/oauth/consent',
  device: '/oauth/device',
  deviceAuthorization: '/oauth/device_authorization',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  token: '/oauth/token',
} as const;

export const serverMetadataPath = '/.well-known/oauth-authorization-server';
