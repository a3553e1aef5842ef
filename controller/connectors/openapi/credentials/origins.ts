import { ConnectorError } from '../../contract/connector.js';
import type { OpenApiConfig } from './config.js';

/**
 * Refuses to send credentials where only a description at an address says so: those who can change it would receive them. The
 * origin of the description, and that of `baseUrl`, are those that the connection itself names.
 * @param field the part of the configuration that names the place @throws ConnectorError
 */
export function requireOwnOrigin(config: OpenApiConfig, place: string, field: 'baseUrl' | 'tokenUrl'): void {
  const { document, baseUrl, auth, tls, security = {}, headers, query } = config;
  const hasCredentials = auth || tls?.certificate || headers || query || Object.keys(security).length > 0;
  if (document === undefined || !/^https?:/i.test(document) || !hasCredentials) return;
  const named = [document, baseUrl ?? document].map((each) => new URL(each).origin);
  const { origin } = new URL(place);
  if (named.includes(origin)) return;
  const detail = `The description at ${named[0]} names ${origin}, and the connection has credentials: write \`${field}\` to send them there`;
  throw new ConnectorError('configuration', 400, 'Server not named', detail);
}
