import type { DirectAuth } from '../../http/credentials/auth-schema.js';

/** The credentials of a connection for one security scheme of the description. */
export interface SchemeCredentials {
  value?: string;
  username?: string;
  password?: string;
  token?: string;
  clientId?: string;
  clientSecret?: string;
  clientAuthentication?: 'basic' | 'body';
  scopes?: string[];
  tokenUrl?: string;
}

export interface OpenApiConfig {
  document: string;
  baseUrl?: string;
  serverVariables?: Record<string, string>;
  headers?: Record<string, string | number | boolean>;
  query?: Record<string, string | number | boolean>;
  /** Seconds. */
  timeout?: number;
  auth?: DirectAuth;
  security?: Record<string, SchemeCredentials>;
}
