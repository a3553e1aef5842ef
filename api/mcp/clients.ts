import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { objectOr } from '../../schemas/json/values.js';
import { sessionHeader } from './scope.js';

/** Characters of the name and version of a client. */
const maxLength = 80;

/** Returns the name of a session, which holds the client's name and version: sessions are not stored. */
export function newSession({ params }: JsonObject): string {
  const client = findInfoName(objectOr(params)['clientInfo']);
  const suffix = client === undefined ? '' : `.${Buffer.from(client).toString('base64url')}`;
  return `${randomUUID()}${suffix}`;
}

/** Returns the name and the version that a client gives itself, in the message or in the name of its session. */
export function findAgent(message: JsonObject | undefined, headers: IncomingHttpHeaders): string | undefined {
  const meta = objectOr(objectOr(message?.['params'])['_meta']);
  const own = findInfoName(meta['io.modelcontextprotocol/clientInfo']);
  if (own !== undefined) return own;
  const [, encoded] = String(headers[sessionHeader] ?? '').split('.');
  return encoded ? printable(Buffer.from(encoded, 'base64url').toString()) : undefined;
}

function findInfoName(info: Json | undefined): string | undefined {
  const { name, version } = objectOr(info);
  if (typeof name !== 'string' || name === '') return undefined;
  return printable(typeof version === 'string' ? `${name}/${version}` : name);
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxLength);
}
