import type { Client } from 'ssh2';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { SshConfig } from './config-schema.js';
import { expectedKey, fingerprint } from './host-key.js';

/** How often a silent server is asked for a sign of life, in ms. */
const keepaliveInterval = 10_000;

/**
 * Connects and signs in, to a server with the expected key only.
 * @throws ConnectorError
 */
export async function connectSsh({ config, network, signal }: ClientContext<SshConfig>): Promise<Client> {
  const ssh2 = (await import('ssh2')).default;
  const { host, port, username, password, privateKey, passphrase } = config;
  const key = privateKey === undefined ? undefined : ssh2.utils.parseKey(privateKey, passphrase);
  if (key instanceof Error) throw refused(`The private key cannot be read: ${key.message}`);
  const sock = await network.connect({ host, port }, signal);
  const client = new ssh2.Client();
  const end = () => client.destroy();
  signal.addEventListener('abort', end);
  const { algorithms: serverHostKey, matches } = expectedKey(config.hostKey);
  let unknownHost: string | undefined;
  try {
    const ready = new Promise<void>((resolve, reject) => {
      // Listened to for good, because an error without a listener ends the process.
      client.on('ready', resolve).on('error', reject);
      client.on('close', () => reject(new Error('the server closed the connection')));
    });
    client.connect({
      sock,
      username,
      readyTimeout: 0,
      keepaliveInterval,
      keepaliveCountMax: 3,
      ...(serverHostKey === undefined ? {} : { algorithms: { serverHostKey } }),
      ...(privateKey === undefined ? { password } : { privateKey }),
      ...(passphrase === undefined ? {} : { passphrase }),
      authHandler: [privateKey === undefined ? 'password' : 'publickey'],
      hostVerifier(shown: Buffer) {
        const isExpected = matches(shown);
        if (!isExpected) unknownHost = fingerprint(shown);
        return isExpected;
      },
    } as Parameters<Client['connect']>[0]);
    await ready;
    return client;
  } catch (error) {
    client.destroy();
    sock.destroy();
    if (unknownHost) throw refused(`${place(config)} has the key ${unknownHost}, not the one of \`hostKey\``);
    if ((error as { level?: string }).level === 'client-authentication')
      throw refused(`${place(config)} refused the sign-in of \`${username}\``);
    throw networkFailure(error, place(config));
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** The server, as messages name it. */
export function place({ host, port }: SshConfig): string {
  return `${host}:${port}`;
}

function refused(detail: string): ConnectorError {
  return new ConnectorError('authentication', 401, 'Not allowed', detail);
}
