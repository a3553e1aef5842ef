import type { FastifyRequest } from 'fastify';
import type { Controller } from '../../controller/contract.js';
import type { Principal } from '../../controller/identity/contract.js';
import { Problem } from '../../controller/problems/index.js';

/**
 * Who is calling, by `X-API-Key` or `Authorization: Bearer <api key>`; the former wins where both are sent.
 * @throws Problem unauthenticated
 */
export function authenticate(identity: Controller['identity'], request: FastifyRequest): Principal {
  const credential = credentialOf(request);
  if (credential === undefined) throw new Problem('unauthenticated', 'The request carries no credential');
  const principal = identity.authenticate(credential);
  if (!principal) {
    throw new Problem('unauthenticated', 'The credential is not valid', {
      hints: ['Check the key for typing errors, and that it has not expired or been deleted.'],
    });
  }
  return principal;
}

function credentialOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const match = /^Bearer +(\S+)$/i.exec(authorization);
  if (match?.[1]) return match[1];
  throw new Problem('unauthenticated', 'The `Authorization` header is not of the form `Bearer <key>`');
}
