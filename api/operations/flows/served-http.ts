import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import type { Run } from '../../../controller/runs/contract.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { credentialHeaders } from '../../auth/authenticate.js';
import { consoleCookies } from '../../auth/session-cookie.js';
import { getFields, getRawBody } from '../../http/bodies.js';
import { hasEnded, type ServedRequest } from './operations.js';

/** Headers that identify the caller; neither a flow nor the record of its run receives them. */
const credentials = new Set<string>([...credentialHeaders, 'cookie', 'proxy-authorization']);

/** Headers of one connection, and those that svc sets itself. Flows that pass on the headers of another answer may have them; they are dropped. */
const reserved =
  /^(clear-site-data|connection|content-encoding|content-length|content-security-policy|date|keep-alive|proxy-.*|ratelimit-.*|te|trailer|transfer-encoding|upgrade|x-content-type-options|x-request-id|x-svc-.*)$/;

/** Returns a request as flows receive it, without the headers that identify the caller. @throws Problem request_invalid */
export function requestAsInput(
  { method, headers, url }: FastifyRequest,
  body: Json,
  rawBody: string | null,
): ServedRequest {
  const entries = Object.entries(headers).filter(([name]) => !credentials.has(name));
  return {
    method,
    headers: Object.fromEntries(entries.map(([name, value]) => [name, [value ?? []].flat().join(', ')])),
    query: getFields(new URLSearchParams(url.split(/\?(.*)/s)[1])),
    body,
    rawBody,
  };
}

/** Returns the request as a served flow receives it; the token of a share link is a credential too. @throws as `requestAsInput` */
export function servedRequest(request: FastifyRequest): ServedRequest {
  const input = requestAsInput(request, (request.body ?? null) as Json, getRawBody(request));
  const { share: _, ...query } = input.query;
  return { ...input, query };
}

/** Answers with the output of the flow, or the run until it has ended. @throws Problem flow_faulted, flow_answer_invalid */
export function sendServed(reply: FastifyReply, run: Run): FastifyReply {
  // The output is not a page of svc and must not act as one. A form is allowed, since its answer comes back to the flow.
  reply.header('content-security-policy', 'sandbox allow-forms').header('x-content-type-options', 'nosniff');
  if (!hasEnded(run.status)) return sendJson(reply.code(202), run as unknown as Json);
  reply.removeHeader('location');
  if (run.status !== 'completed') throw toFault(run);
  const { output } = run;
  if (!isResponse(output)) return sendJson(reply.code(200), output);
  const { status = 200, headers = {}, body = null } = output;
  reply.code(status as number);
  for (const [name, value] of getHeaders(headers)) reply.header(name, value);
  if (body === null || status === 204 || status === 304) return reply.send();
  if (typeof body !== 'string') return sendJson(reply, body);
  if (!reply.hasHeader('content-type')) reply.type('text/plain; charset=utf-8');
  return reply.send(Buffer.from(body));
}

function sendJson(reply: FastifyReply, value: Json): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return reply.send(Buffer.from(toJsonText(value)));
}

/** Tells whether an output describes a response: it has a status, and no members that a response has not. */
function isResponse(output: Json): output is JsonObject {
  if (!isObject(output)) return false;
  const isKnown = Object.keys(output).every((name) => ['status', 'headers', 'body'].includes(name));
  if (!isKnown || output['status'] === undefined) return false;
  const { status } = output;
  if (Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599) return true;
  throw invalid('/status', 'must be a whole number from 200 to 599');
}

function getHeaders(headers: Json): [string, string | string[]][] {
  if (!isObject(headers)) throw invalid('/headers', 'must be an object');
  return Object.entries(headers).flatMap(([headerName, value]): [string, string | string[]][] => {
    const name = headerName.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw invalid('/headers', `\`${headerName}\` is not the name of a header`);
    if (reserved.test(name) || value === null) return [];
    const texts = [value].flat().map((one) => {
      const text = typeof one === 'object' ? undefined : String(one);
      if (text !== undefined && /^[\t\x20-\x7e\xa0-\xff]*$/.test(text)) return text;
      throw invalid(`/headers/${headerName}`, 'must be text of one line, with characters of Latin-1 only');
    });
    // A flow must not sign a browser in or out.
    const own = name === 'set-cookie' ? texts.filter((text) => !consoleCookies.test(text)) : texts;
    return own.length === 0 ? [] : [[name, own.length === 1 ? (own[0] ?? '') : own]];
  });
}

function toFault({ id, error, status }: Run): Problem {
  const hints = [`The run \`${id}\` has a timeline and a log.`];
  if (!error) return new Problem('flow_faulted', `The run was ${status}`, { hints });
  const { title, detail, code = 'flow_faulted' } = error;
  const isFault = error.status >= 400 && error.status <= 599;
  const text = [title, detail].filter((part) => part).join(': ');
  return new Problem(code, text || 'The flow faulted', {
    hints,
    status: isFault ? error.status : 500,
  });
}

function invalid(pointer: string, message: string): Problem {
  return new Problem('flow_answer_invalid', `\`${pointer}\` of the output ${message}`, {
    errors: [{ pointer, message }],
  });
}
