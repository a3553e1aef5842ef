import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { Problem } from '../../../problems/index.js';

/** One of: a file, an environment variable, a stored secret. */
interface CredentialSource {
  File?: string | undefined;
  Variable?: string | undefined;
  Secret?: string | undefined;
}

/** Exactly one of the methods. */
export interface VaultAuth {
  Token?: CredentialSource | undefined;
  AppRole?: { RoleId: string; SecretId: CredentialSource; Mount: string } | undefined;
  Kubernetes?: { Role: string; TokenFile: string; Mount: string } | undefined;
}

export interface CredentialReaders {
  env: Readonly<Record<string, string | undefined>>;
  /** Reads a stored secret. @throws Problem secret_not_found */
  readSecret(path: string): Promise<Readonly<Record<string, string>>>;
}

/** The credential to sign in with, read again for each sign-in; without `request` it is the token itself. */
export type SignIn = () => Promise<{
  /** For messages. */
  method: string;
  credential: string;
  request?: { mount: string; body: JsonObject };
}>;

/** Returns the way to sign in that the settings name. */
export function getSignIn({ Token, AppRole, Kubernetes }: VaultAuth, readers: CredentialReaders): SignIn {
  if (AppRole) {
    const { RoleId, SecretId, Mount: mount } = AppRole;
    return async () => {
      const credential = await readCredential(SecretId, 'secretId', readers);
      return {
        method: 'AppRole',
        credential,
        request: { mount, body: { role_id: RoleId, secret_id: credential } },
      };
    };
  }
  if (Kubernetes) {
    const { Role: role, TokenFile, Mount: mount } = Kubernetes;
    return async () => {
      const credential = await readCredential({ File: TokenFile }, 'token', readers);
      return { method: 'Kubernetes', credential, request: { mount, body: { role, jwt: credential } } };
    };
  }
  return async () => ({ method: 'Token', credential: await readCredential(Token ?? {}, 'token', readers) });
}

/** @throws Problem secret_provider_refused */
async function readCredential(
  { File, Variable, Secret }: CredentialSource,
  key: string,
  { env, readSecret }: CredentialReaders,
): Promise<string> {
  if (File !== undefined) {
    const text = await readFile(File, 'utf8').catch((cause: Error) => {
      throw missing(`${File} cannot be read: ${cause.message}`, cause);
    });
    return text.trim() === '' ? refuse(`${File} is empty`) : text.trim();
  }
  if (Variable !== undefined) return env[Variable]?.trim() || refuse(`The variable ${Variable} is not set`);
  const path = String(Secret);
  const values = await readSecret(path).catch((cause: Error) => {
    throw missing(cause.message, cause);
  });
  return values[key] || refuse(`The secret \`${path}\` has no key \`${key}\``);
}

function refuse(detail: string): never {
  throw missing(detail);
}

function missing(detail: string, cause?: Error): Problem {
  return new Problem('secret_provider_refused', `svc cannot sign in at Vault: ${detail}`, { cause });
}
