import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { nearest } from '../../../../schemas/nearest.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { methodFault } from '../../../connectors/index.js';
import { getKind } from '../../data/values.js';
import { effect } from '../../execution/host-calls.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill, type Template } from '../../plan/template.js';
import { compileAuthentication } from './authentication.js';
import { describeRequest } from './describe-request.js';
import { type CompiledEndpoint, compileEndpoint } from './endpoint.js';
import { exchange } from './exchange.js';
import { buildRequest, type HttpRequest, RequestError } from './request.js';
import type { OutputFormat } from './response.js';

/** Compiles an HTTP request; `output` selects the form of the response. */
export function callHttp(value: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/with`;
  if (!isObject(value)) {
    return context.fault(value === undefined ? context.pointer : pointer, '`call: http` needs `with`');
  }
  const endpoint = compileEndpoint(value['endpoint'] ?? null, `${pointer}/endpoint`, context);
  const authentication = compileAuthentication(endpoint.authentication, context);
  const template = (name: string): Template => context.template(value[name] ?? null, `${pointer}/${name}`);
  const [method, headers, query, body, bodyFile] = [
    template('method'),
    template('headers'),
    template('query'),
    template('body'),
    template('bodyFile'),
  ];
  reportMethod(value['method'], `${pointer}/method`, context);
  reportBody(value, pointer, context);
  const hasBody = value['body'] !== undefined;
  const format: OutputFormat | 'file' =
    value['output'] === 'file' ? 'file' : readFormat(value['output'], context);
  const hasFile = value['bodyFile'] !== undefined;
  if (format === 'file' || hasFile) context.needsLeader('files');
  const redirect = value['redirect'] === true;
  return {
    async perform(scope, input) {
      const request = await prepare(scope, endpoint, input, {
        method: await fill(method, input, scope),
        headers: await fill(headers, input, scope),
        query: await fill(query, input, scope),
        body: hasBody ? await fill(body, input, scope) : undefined,
      });
      const { fetch } = scope.frame.run.host;
      const credentials = authentication && (await untilAborted(authentication(input, scope), scope.signal));
      if (credentials !== undefined && context.usesAuthorization) {
        scope.authorization = { ...(await credentials.authorization(fetch, scope.signal)) };
      }
      const file = hasFile ? await fill(bodyFile, input, scope) : undefined;
      return effect(
        scope,
        ({ trace, files }) =>
          exchange(scope, request, { credentials, format, redirect, bodyFile: file, trace, files }),
        { describe: () => describeRequest(request, { credentials, format, redirect, bodyFile: file }) },
      );
    },
  };
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];
/** Methods of other standards, some of which resemble those of HTTP. */
const registered =
  /^(?:acl|bdelete|bind|checkin|copy|link|list|lock|merge|mkcol|move|poll|pri|purge|query|report|search|unbind|unlock)$/i;

/** Reports a method that cannot be sent, and warns of one that is most likely misspelt; any word can be a method. */
function reportMethod(value: Json | undefined, pointer: string, context: TaskContext): void {
  if (typeof value !== 'string' || !/^[a-z]+$/i.test(value)) return;
  const unsendable = methodFault(value);
  if (unsendable) context.report({ rule: 'not-supported', pointer, message: unsendable });
  if (unsendable || registered.test(value)) return;
  const meant = methods.includes(value.toLowerCase()) ? undefined : nearest(value, methods);
  if (meant === undefined) return;
  const message = `\`${value}\` is no method of HTTP`;
  const hint = `Did you mean \`${meant}\`?`;
  context.report({ rule: 'field-invalid', severity: 'warning', pointer, message, hint });
}

/** Reports a body that no request of the method has. */
function reportBody(value: JsonObject, pointer: string, context: TaskContext): void {
  const { method } = value;
  const [name, other] = ['body', 'bodyFile'].filter((each) => value[each] !== undefined);
  if (name === undefined) return;
  const report = (message: string, hint: string) =>
    context.report({ rule: 'flow-structure', pointer: `${pointer}/${name}`, at: 'name', message, hint });
  if (other !== undefined) report('a request has one body: `body` or `bodyFile`', 'Remove one of the two.');
  if (typeof method !== 'string' || !/^(?:get|head)$/i.test(method)) return;
  const hint = 'Put the values under `query`, or use `method: post`.';
  report(`a ${method.toUpperCase()} request has no \`${name}\``, hint);
}

async function prepare(
  scope: Scope,
  endpoint: CompiledEndpoint,
  input: Json,
  fields: { method: Json; headers: Json; query: Json; body: Json | undefined },
): Promise<HttpRequest> {
  try {
    if (typeof fields.method !== 'string' || !/^[A-Za-z]+$/.test(fields.method)) {
      throw new RequestError(`\`method\` must be the name of an HTTP method, not ${getKind(fields.method)}`);
    }
    return buildRequest(fields.method.toUpperCase(), await endpoint.uri(input, scope), fields);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw taskError('configuration', scope, error.message, error);
  }
}

/** Reads `output` of a call. */
export function readFormat(value: Json | undefined, context: TaskContext): OutputFormat {
  if (value === 'raw' || value === 'response' || value === 'content') return value;
  if (value !== undefined) {
    context.fault(`${context.pointer}/with/output`, 'must be `raw`, `content` or `response`');
  }
  return 'content';
}
