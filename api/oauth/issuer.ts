import type { FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Settings } from '../../controller/settings/index.js';
import { getBase } from '../http/base-path.js';
import { isLoopbackHost } from './clients/redirect-uris.js';

type AddressedRequest = Pick<FastifyRequest, 'host' | 'protocol' | 'server'>;

/** The address under which svc issues tokens (`iss`, without a slash at its end), or the reason why it issues none. */
export type IssuerState = { issuer: string } | { reason: string };

export function findIssuer({ Auth }: Pick<Settings, 'Auth'>, request: AddressedRequest): IssuerState {
  if (!Auth.OAuth.Enabled) return { reason: '`Auth.OAuth.Enabled` is false' };
  const base = getBase(request);
  const url = URL.canParse(base) ? new URL(base) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (isSafe) return { issuer: base };
  return {
    reason: `the address of the service, ${base || 'which the request does not name'}, is neither https nor on this machine`,
  };
}

/** @throws Problem route_not_found, with the reason why svc issues no tokens */
export function requireIssuer(settings: Pick<Settings, 'Auth'>, request: AddressedRequest): string {
  const state = findIssuer(settings, request);
  if ('issuer' in state) return state.issuer;
  throw new Problem('route_not_found', `svc issues no tokens for clients: ${state.reason}`, {
    hints: [
      'Set `Server.BaseUrl` to the https address of the service, and `Auth.OAuth.Enabled` to true. Until then send an API key: `X-API-Key`, or `Authorization: Bearer`.',
    ],
  });
}

/** The address of the endpoint for assistants: the resource of tokens unless a client names another. */
export function getMcpResource(issuer: string): string {
  return `${issuer}/mcp`;
}
