import { createHash } from 'node:crypto';
import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { ConnectorError } from '../contract/connector.js';
import { toRefusal } from '../web-api/refusal.js';
import type { ApiAnswer } from '../web-api/request.js';
import type { ApiSession } from '../web-api/session.js';
import { type Agent, getAgent, isAtHome } from './agent.js';
import { errorIn, getCredentials } from './api.js';
import type { A2aConfig } from './config-schema.js';
import { methods, sending, streaming } from './methods.js';

interface Request {
  method: string;
  parameters: JsonObject;
}

/** Sends a request to the agent of a connection and returns its result; of a stream, all results. @throws ConnectorError */
export async function ask(session: ApiSession, request: Request, config: A2aConfig): Promise<Json> {
  const agent = await getAgent(session, config);
  const { method, parameters } = request;
  const params = sending.has(method) ? withDefaults(parameters, agent, session.idempotencyKey) : parameters;
  const answer = await session.send({
    method: 'POST',
    path: '',
    address: agent.address,
    headers: {
      accept: streaming.has(method) ? 'text/event-stream, application/json' : 'application/json',
      ...(agent.version === 1 ? { 'a2a-version': '1.0' } : {}),
      ...(isAtHome(agent, config) ? getCredentials(config) : {}),
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: agent.version === 1 ? (methods[method] ?? method) : method,
      params,
    },
  });
  const host = new URL(agent.address).host;
  if (typeof answer.content === 'string') return eventsIn(answer, host, config);
  const result = resultIn(answer.content, host);
  return streaming.has(method) ? [result] : result;
}

/** Adds the id and role of a message. Attempts of one step send the same id, by which agents know a message again. */
function withDefaults(parameters: JsonObject, { version }: Agent, key: string): JsonObject {
  const message = objectOr(parameters['message']);
  const role = version === 1 ? 'ROLE_USER' : 'user';
  const kind = version === 1 ? {} : { kind: 'message' };
  return { ...parameters, message: { messageId: idFor(key), role, ...kind, ...message } };
}

/** A UUID of version 8 (RFC 9562, section 5.8). */
function idFor(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The results of a stream of events (HTML standard, "Server-sent events"). */
function eventsIn(answer: ApiAnswer, host: string, config: A2aConfig): Json {
  const blocks = String(answer.content).split(/\r?\n\r?\n/);
  const texts = blocks.map((block) =>
    block
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''))
      .join('\n'),
  );
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const content = parsed(text, host);
      const refusal = errorIn(content);
      const secrets = [config.token, ...Object.values(config.headers ?? {})];
      if (refusal) throw toRefusal(answer, refusal, `The stream of ${host}`, secrets);
      return resultIn(content, host);
    });
}

function parsed(text: string, host: string): Json {
  try {
    return parseJsonText(text) as Json;
  } catch {
    throw unreadable(host);
  }
}

function resultIn(content: Json, host: string): Json {
  if (isObject(content) && Object.hasOwn(content, 'result')) return content['result'] ?? null;
  throw unreadable(host);
}

function unreadable(host: string): ConnectorError {
  const detail = `${host} does not answer as agents of the Agent2Agent protocol do`;
  return new ConnectorError('communication', 502, 'Response not readable', detail);
}
