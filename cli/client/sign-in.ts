import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cliClientId } from '../../api/oauth/clients/client.js';
import { oauthPaths } from '../../api/oauth/paths.js';
import { isObject } from '../../schemas/json/values.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { configPath } from './config-file.js';
import { writePrivateFile } from './private-file.js';
import { serverAddress } from './rest/server-address.js';
import type { Transport } from './rest/transport.js';

/** An access token is renewed when it ends within this time, in ms. */
const earlyMs = 30_000;

/** The tokens of a person who has signed in to a server in a browser. */
export interface SignIn {
  accessToken: string;
  refreshToken: string;
  /** The end of the access token, ms since the epoch. */
  expiresAt: number;
}

/** An answer of a server to a request for tokens: the tokens, or the reason why there are none (RFC 6749, 5). */
export type TokenAnswer = { signIn: SignIn } | { error: string; description: string };

/** Beside the configuration, in a file of its own: tokens change by themselves. */
function getPath(env: Io['env']): string {
  return join(dirname(configPath(env)), 'sign-ins.json');
}

function readAll(env: Io['env']): Record<string, SignIn> {
  const path = getPath(env);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(value) ? (value as unknown as Record<string, SignIn>) : {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw misuse(`${path} cannot be read: ${(error as Error).message}`, 'Remove it, and sign in again.');
  }
}

/** Stores the tokens for a server. @param signIn undefined to forget them */
export function storeSignIn(env: Io['env'], server: string, signIn: SignIn | undefined): void {
  const { [serverAddress(server)]: _before, ...others } = readAll(env);
  const all = signIn ? { ...others, [serverAddress(server)]: signIn } : others;
  writePrivateFile(getPath(env), all);
}

function findSignIn(env: Io['env'], server: string): SignIn | undefined {
  const all = readAll(env);
  const address = serverAddress(server);
  return Object.hasOwn(all, address) ? all[address] : undefined;
}

/**
 * Returns a function that resolves with the access token of the person who is signed in to a server, renewed where it ends soon;
 * undefined where the person is not signed in.
 */
export function findAccess(
  env: Io['env'],
  server: string,
  transport: Transport,
): (() => Promise<string>) | undefined {
  if (!findSignIn(env, server)) return undefined;
  return async () => {
    // Read again each time: another command may have renewed it.
    const signIn = findSignIn(env, server);
    if (signIn && signIn.expiresAt - earlyMs > Date.now()) return signIn.accessToken;
    const fields = { grant_type: 'refresh_token', refresh_token: signIn?.refreshToken ?? '' };
    const answer = signIn ? await requestTokens(transport, fields) : undefined;
    if (answer && 'signIn' in answer) {
      storeSignIn(env, server, answer.signIn);
      return answer.signIn.accessToken;
    }
    if (answer && answer.error !== 'invalid_grant' && answer.error !== 'invalid_client')
      throw new Failure(exitCodes.unreachable, `The sign-in cannot be renewed: ${answer.description}`, [
        'Try again in a while.',
      ]);
    storeSignIn(env, server, undefined);
    throw new Failure(exitCodes.unauthorized, `The sign-in at ${server} has ended`, [
      `Sign in again: \`svc login ${server}\`.`,
    ]);
  };
}

/** Asks a server for tokens. @throws Failure for an answer that is none of OAuth */
export async function requestTokens(
  transport: Transport,
  fields: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const body = await postForm(transport, oauthPaths.token, fields);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = body;
  if (typeof accessToken === 'string' && typeof refreshToken === 'string' && typeof seconds === 'number')
    return { signIn: { accessToken, refreshToken, expiresAt: Date.now() + seconds * 1000 } };
  const { error, error_description: description = error } = body;
  if (typeof error === 'string') return { error, description: String(description) };
  throw new Failure(exitCodes.unreachable, `${transport.name} did not answer as an authorization server`, [
    'Check that this is the address of an svc server, and that no proxy in between answers in its place.',
  ]);
}

/** Posts a form as the client of the command line. Resolves with the members of the answer, whatever its status. */
export async function postForm(
  transport: Transport,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const answer = await transport.send(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: cliClientId, ...fields }).toString(),
  });
  try {
    const value: unknown = JSON.parse(await answer.text());
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
