import { randomUUID } from 'node:crypto';
import { ConnectorError } from '../contract/connector.js';
import type { SshClient } from './client.js';

/** Names that a server is known to accept, while its connection lasts. */
const accepted = new WeakMap<SshClient, Set<string>>();

/**
 * Checks that the server accepts variables of these names: servers drop others without a word. The command `env` shows
 * it, with values of no meaning.
 * @throws ConnectorError
 */
export async function checkNames(client: SshClient, names: string[], signal: AbortSignal): Promise<void> {
  const acceptedNames = accepted.get(client) ?? new Set();
  accepted.set(client, acceptedNames);
  const unknown = names.filter((name) => !acceptedNames.has(name));
  if (unknown.length === 0) return;
  const token = randomUUID();
  const environment = Object.fromEntries(unknown.map((name) => [name, token]));
  const { stdout } = await client.run({ command: 'env', environment }, signal);
  const lines = new Set(stdout.split('\n'));
  const dropped = unknown.filter((name) => !lines.has(`${name}=${token}`));
  if (dropped.length > 0) {
    const detail = `The server does not accept ${dropped.map((name) => `\`${name}\``).join(', ')}; its setting \`AcceptEnv\` allows names`;
    throw new ConnectorError('validation', 400, 'Environment refused', detail);
  }
  for (const name of unknown) acceptedNames.add(name);
}
