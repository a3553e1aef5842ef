import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import { formType } from '../../http/bodies.js';
import { type Input, platformPath, type Route, route } from '../shared/route.js';
import { createToken, readMe, signOut } from './operations.js';

const auth = `${platformPath}/auth`;

export const authRoutes: readonly Route[] = [
  route('POST', `${auth}/token`, createToken, {
    body: ['grant_type', 'username', 'password', 'refresh_token', 'client_id', 'client_secret', 'scope'],
    bodyTypes: ['application/json', formType],
    credential: 'none',
    headers: readBasicCredentials,
    // RFC 6749, 5.1.
    respond: (_request, reply) => void reply.header('cache-control', 'no-store').header('pragma', 'no-cache'),
  }),
  route('POST', `${auth}/logout`, signOut, {
    body: ['refresh_token'],
    credential: 'optional',
    statuses: [204],
  }),
  route('GET', `${auth}/me`, readMe),
];

/** Reads id and secret of a client from HTTP Basic (RFC 6749, 2.3.1), form-encoded both. */
function readBasicCredentials({ headers }: FastifyRequest, input: Input): void {
  const match = /^Basic +([A-Za-z0-9+/=]{1,4096})$/i.exec(headers.authorization ?? '');
  if (!match || input['grant_type'] !== 'client_credentials') return;
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(match[1] ?? '', 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) return;
  try {
    input['client_id'] ??= decodeURIComponent(id.replaceAll('+', ' '));
    input['client_secret'] ??= decodeURIComponent(secret.replaceAll('+', ' '));
  } catch {
    throw new Problem('request_invalid', 'The `Authorization` header is not encoded as RFC 6749 requires');
  }
}
