import type { HttpAuth } from '../../http/credentials/auth-schema.js';
import type { TlsConfig } from '../../http/credentials/tls.js';
import type { RateLimitConfig } from '../../http/limits/rate-limit-schema.js';
import type { ErrorShape, RetryConfig } from '../presets/preset.js';

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
  /** Undefined where a preset has the operations. */
  document?: string;
  preset?: string;
  baseUrl?: string;
  serverVariables?: Record<string, string>;
  headers?: Record<string, string | number | boolean>;
  query?: Record<string, string | number | boolean>;
  /** Seconds. */
  timeout?: number;
  auth?: HttpAuth;
  tls?: TlsConfig;
  security?: Record<string, SchemeCredentials>;
  rateLimit?: RateLimitConfig;
  retry?: RetryConfig;
  errors?: ErrorShape;
  idempotencyHeader?: string;
}
