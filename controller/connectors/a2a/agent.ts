import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { ConnectorError } from '../contract/connector.js';
import type { ApiSession } from '../web-api/session.js';
import type { A2aConfig } from './config-schema.js';

/** The place where an agent answers. */
export interface Agent {
  address: string;
  /** `1` from version 1.0 of the protocol on; before, names and values are others. */
  version: 0 | 1;
}

/** Finds the agent of a connection; asks for its card where the configuration names one. @throws ConnectorError */
export async function getAgent(session: ApiSession, { url, card = '' }: A2aConfig): Promise<Agent> {
  if (url !== undefined) return { address: url, version: 0 };
  const cardObject = objectOr(await session.json('GET', '', { address: card }));
  const agent = readAgentCard(cardObject);
  if (agent && URL.canParse(agent.address)) return agent;
  const detail = `The card at ${new URL(card).host} names no address with the transport \`JSONRPC\``;
  throw new ConnectorError('configuration', 400, 'Agent not usable', detail);
}

/** Reads a card: `supportedInterfaces` are of version 1.0, `url` and `additionalInterfaces` of versions before. */
function readAgentCard(card: JsonObject): Agent | undefined {
  const declared = toList(card['supportedInterfaces']).filter(
    ({ protocolBinding, transport }) => (protocolBinding ?? transport) === 'JSONRPC',
  );
  const getVersion = ({ protocolVersion = '1.0' }: JsonObject) =>
    String(protocolVersion).startsWith('0.') ? 0 : 1;
  const newest = declared.toSorted((a, b) => getVersion(b) - getVersion(a))[0];
  if (newest) return { address: String(newest['url']), version: getVersion(newest) };
  const { url, preferredTransport = 'JSONRPC' } = card;
  if (typeof url === 'string' && preferredTransport === 'JSONRPC') return { address: url, version: 0 };
  const other = toList(card['additionalInterfaces']).find(({ transport }) => transport === 'JSONRPC');
  return other && { address: String(other['url']), version: 0 };
}

function toList(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** True when the credentials of a connection may go to the agent: it is where the configuration says. */
export function isAtHome({ address }: Agent, { url, card = '' }: A2aConfig): boolean {
  return url !== undefined || new URL(address).origin === new URL(card).origin;
}
