import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Run } from '../../controller/runs/contract.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { credentialHeaders } from '../auth/credential.js';
import { hasEnded } from '../operations/runs.js';
import type { ServedRequest } from '../operations/serve-flow.js';
import { createJsonReader, mediaTypeOf } from './bodies.js';
import { formType } from './forms.js';

/** Whoever calls says with them who it is: nothing that a flow, or the record of its run, should hold. */
const credentials = new Set<string>([...credentialHeaders, 'cookie', 'proxy-authorization']);

/** What is between two machines, or svc's to say; a flow that hands on the headers of another answer may have them. */
const reserved =
  /^(connection|content-encoding|content-length|content-security-policy|date|keep-alive|proxy-.*|ratelimit-.*|te|trailer|transfer-encoding|upgrade|x-content-type-options|x-request-id|x-svc-.*)$/;

/** Takes bodies of any type. */
export function acceptAnything(app: FastifyInstance): void {
  const readJson = createJsonReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, bodyOf(request, bytes, readJson));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** What a body of any type is handed on as; what is neither JSON nor text, in base64. */
export function bodyKindOf(mediaType: string): 'json' | 'text' | 'base64' {
  if (/[/+]json$/.test(mediaType)) return 'json';
  return /^text\/|[/+]xml$/.test(mediaType) ? 'text' : 'base64';
}

function bodyOf(request: FastifyRequest, bytes: Buffer, readJson: ReturnType<typeof createJsonReader>): Json {
  if (bytes.length === 0) return null;
  const type = mediaTypeOf(request.headers['content-type']);
  const kind = bodyKindOf(type);
  if (kind === 'json') return readJson(request, bytes.toString());
  if (type === formType) return fieldsOf(new URLSearchParams(bytes.toString()));
  return bytes.toString(kind === 'text' ? 'utf8' : 'base64');
}

/** The request as a flow gets it. @throws Problem request_invalid */
export function servedRequest({ method, headers, url, body }: FastifyRequest): ServedRequest {
  const known = Object.entries(headers).filter(([name]) => !credentials.has(name));
  const query = new URLSearchParams(url.split(/\?(.*)/s)[1]);
  query.delete('share');
  return {
    method,
    headers: Object.fromEntries(known.map(([name, value]) => [name, [value ?? []].flat().join(', ')])),
    query: fieldsOf(query),
    body: (body ?? null) as Json,
  };
}

/** Fields by name; a list where one comes more than once. @throws Problem request_invalid */
function fieldsOf(fields: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(fields.keys());
  if (names.has('__proto__')) {
    throw new Problem('request_invalid', 'A field is called `__proto__`', { hints: ['Call it otherwise.'] });
  }
  const entries = [...names].map((name): [string, string | string[]] => {
    const [first = '', ...more] = fields.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(entries);
}

/**
 * Answers with what the flow gave, or with the run while it is going on.
 * @throws Problem flow_faulted with the status of the error, flow_answer_invalid
 */
export function sendServed(reply: FastifyReply, run: Run): FastifyReply {
  // What a flow says is not svc's own page: nothing in it may act as one. A form it may have: its answer comes here again.
  reply.header('content-security-policy', 'sandbox allow-forms').header('x-content-type-options', 'nosniff');
  if (!hasEnded(run.status)) return sendJson(reply.code(202), run as unknown as Json);
  reply.removeHeader('location');
  if (run.status !== 'completed') throw faultOf(run);
  const { output } = run;
  if (!isResponse(output)) return sendJson(reply.code(200), output);
  const { status = 200, headers = {}, body = null } = output;
  reply.code(status as number);
  for (const [name, value] of headersOf(headers)) reply.header(name, value);
  if (body === null || status === 204 || status === 304) return reply.send();
  if (typeof body !== 'string') return sendJson(reply, body);
  if (!reply.hasHeader('content-type')) reply.type('text/plain; charset=utf-8');
  return reply.send(Buffer.from(body));
}

function sendJson(reply: FastifyReply, value: Json): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return reply.send(Buffer.from(JSON.stringify(value)));
}

/** Whether an output says what the response is to be: a status, and nothing that a response has no place for. */
function isResponse(output: Json): output is JsonObject {
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return false;
  const isKnown = Object.keys(output).every((name) => ['status', 'headers', 'body'].includes(name));
  if (!isKnown || output['status'] === undefined) return false;
  const { status } = output;
  if (Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599) return true;
  throw invalid('/status', 'must be a whole number from 200 to 599');
}

function headersOf(headers: Json): [string, string | string[]][] {
  if (headers === null || typeof headers !== 'object' || Array.isArray(headers)) {
    throw invalid('/headers', 'must be an object');
  }
  return Object.entries(headers).flatMap(([given, value]): [string, string | string[]][] => {
    const name = given.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalid('/headers', `\`${given}\` is no name of a header`);
    if (reserved.test(name) || value === null) return [];
    const texts = [value].flat().map((one) => {
      const text = typeof one === 'object' ? undefined : String(one);
      if (text !== undefined && /^[\t\x20-\x7e\xa0-\xff]*$/.test(text)) return text;
      throw invalid(
        `/headers/${given}`,
        'must be text of one line, without other letters than those of Latin-1',
      );
    });
    return [[name, texts.length === 1 ? (texts[0] ?? '') : texts]];
  });
}

function faultOf({ id, error, status }: Run): Problem {
  const hints = [`The run \`${id}\` has its timeline and its log.`];
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
