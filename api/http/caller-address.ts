import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../controller/security/signatures/compare.js';
import type { Vault } from '../../controller/security/vault/contract.js';

/** The header in which a node that passes a request on names the caller's address, signed with a key that all nodes have. */
export const callerHeader = 'x-svc-caller';

type Signer = Pick<Vault, 'sign'>;

/** Returns the value of the header for a request that is passed on. */
export function signedCaller({ sign }: Signer, { id, ip }: FastifyRequest): string {
  return `${ip} ${sign(toRequestIdText(id, ip))}`;
}

/** True for a request that a node has passed on. */
export function isPassedOn({ vault }: { vault: Signer }, { id, headers }: FastifyRequest): boolean {
  return addressIn({ vault }, { id, headers }) !== undefined;
}

/** Takes the caller's address from a node that passes the request on; without its signature the header means nothing. */
export function trustNodes(app: FastifyInstance, { vault }: { vault: Signer }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const ip = addressIn({ vault }, request);
    if (ip !== undefined) Object.defineProperty(request, 'ip', { value: ip });
    done();
  });
}

function addressIn(
  { vault }: { vault: Signer },
  { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>,
): string | undefined {
  const header = headers[callerHeader];
  if (typeof header !== 'string') return undefined;
  const [ip = '', signature = ''] = header.split(' ');
  return isSameSecret(signature, vault.sign(toRequestIdText(id, ip))) ? ip : undefined;
}

function toRequestIdText(requestId: string, address: string): string {
  return `caller\n${requestId}\n${address}`;
}
