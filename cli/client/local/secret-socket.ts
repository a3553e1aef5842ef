import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Audit } from '../../../controller/security/audit/audit-log.js';
import type { Vault } from '../../../controller/security/vault/contract.js';
import type { SecretValue } from '../../../controller/security/vault/secret-store.js';
import { readSecrets } from '../../../controller/start/read-vault.js';

/** The longest path of a socket that all systems take. */
const maxPath = 100;
const maxRequest = 64 * 1024;
const answerMs = 10_000;

/** Only the owner of the data directory, who can read the vault's key too, can enter the folder. */
function getSocket(dataDirectory: string): string {
  return join(dataDirectory, 'local', 'secrets.sock');
}

/**
 * Answers commands of the owner of the data directory with secrets, for flows that are tried on this machine. Each read is in
 * the audit log. Returns undefined where the system has no such sockets, or the path is too long for one.
 */
export async function openSecretSocket(
  dataDirectory: string,
  { vault, audit }: { vault: Vault; audit: Pick<Audit, 'begin'> },
  failed: (error: unknown) => void,
): Promise<Server | undefined> {
  const path = getSocket(dataDirectory);
  if (process.platform === 'win32' || Buffer.byteLength(path) > maxPath) return undefined;
  mkdirSync(join(dataDirectory, 'local'), { recursive: true, mode: 0o700 });
  chmodSync(join(dataDirectory, 'local'), 0o700);
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', failed);
    socket.setTimeout(answerMs, () => socket.destroy());
    answer(socket, vault, audit).catch((error) => {
      failed(error);
      socket.destroy();
    });
  });
  server.on('error', failed);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  return server;
}

async function answer(socket: Socket, vault: Vault, audit: Pick<Audit, 'begin'>): Promise<void> {
  let request = '';
  socket.setEncoding('utf8');
  // The iterator of a socket would close it before the answer.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    request += String(chunk);
    if (request.length > maxRequest) throw new Error('The request is too long');
  }
  const paths: unknown = JSON.parse(request);
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
    throw new Error('The request is no list of paths');
  const values = await readSecrets(vault, paths);
  for (const path of values.keys()) {
    const target = `secret/${path}`;
    const about = { action: 'use-secret', principal: 'owner', target, address: null, requestId: null };
    audit.begin({ ...about, via: 'trial', detail: {} }, 'ok');
  }
  socket.end(JSON.stringify([...values]));
}

/** Asks the service that runs for secrets. @throws Error when it does not answer */
export async function askSecretSocket(
  dataDirectory: string,
  paths: readonly string[],
): Promise<Map<string, SecretValue>> {
  const socket = createConnection(getSocket(dataDirectory));
  socket.setTimeout(answerMs, () => socket.destroy(new Error('There was no answer')));
  socket.end(JSON.stringify(paths));
  return new Map(JSON.parse(await text(socket)) as [string, SecretValue][]);
}
