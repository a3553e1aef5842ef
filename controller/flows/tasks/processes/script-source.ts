import type { Json } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import type { Eventual } from '../../../concurrency/computing.js';
import { ConnectorError } from '../../../connectors/index.js';
import { compileAuthentication } from '../../calls/http/authentication.js';
import { compileEndpoint } from '../../calls/http/endpoint.js';
import { buildRequest, RequestError } from '../../calls/http/request.js';
import { requestRefused } from '../../calls/http/response.js';
import { repositoryPath } from '../../data/repository-path.js';
import { getKind } from '../../data/values.js';
import { fromConnectorError, taskError } from '../../plan/errors.js';
import type { PlacedArguments } from '../../plan/flow-plan.js';
import type { Scope } from '../../plan/node.js';
import type { TaskContext } from '../../plan/task-type.js';

const scheme = 'svc:';
const entity = /^svc:script\/([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)$/;
/** The largest size of fetched code, in bytes. */
const maxLength = 1024 * 1024;

/**
 * A script of the branch, code in a file of the repository, or a function that fetches code over HTTP; call `load` inside
 * the effect.
 */
export type ScriptSource =
  | { name: string }
  | { file: string; code: string | undefined }
  | { load: (input: Json, scope: Scope) => Promise<(signal: AbortSignal) => Promise<string>> };

export function compileScriptSource(
  value: Json,
  { pointer, language }: { pointer: string; language: string },
  context: TaskContext,
  args: PlacedArguments,
): ScriptSource | undefined {
  const { endpoint } = objectOr(value);
  if (endpoint === undefined) {
    return context.fault(pointer, `a source is an object with \`endpoint\`, not ${getKind(value)}`);
  }
  const at = `${pointer}/endpoint`;
  const uri = isObject(endpoint) ? endpoint['uri'] : endpoint;
  if (typeof uri === 'string' && uri.startsWith('file:')) {
    const file = repositoryPath(uri);
    const place = isObject(endpoint) ? `${at}/uri` : at;
    return {
      file,
      code: context.usesFile({ holds: `${language}@${file}`, file, pointer: place, args: [] }),
    };
  }
  if (typeof uri !== 'string' || !uri.startsWith(scheme)) return remote(endpoint, at, context);
  const place = isObject(endpoint) ? `${at}/uri` : at;
  const name = entity.exec(uri)?.[1];
  if (name === undefined) {
    return context.fault(place, `\`${uri}\` is not a script of this branch`, 'Write `svc:script/<name>`.');
  }
  context.usesEntity({ kind: 'script', name, pointer: place, args });
  return { name };
}

function remote(value: Json, pointer: string, context: TaskContext): ScriptSource {
  const endpoint = compileEndpoint(value, pointer, context);
  const authenticate = compileAuthentication(endpoint.authentication, context);
  return {
    async load(input, scope) {
      const request = await prepare(() => endpoint.uri(input, scope), scope);
      return async (signal) => {
        const { fetch } = scope.frame.run.host;
        try {
          const credentials = await authenticate?.(input, scope);
          const send = (headers: Headers) => fetch(request.url, { headers, signal });
          const response = credentials
            ? await credentials.send(request, send, fetch, signal)
            : await send(request.headers);
          if (!response.ok) throw await requestRefused(response, request, scope.task.reference);
          return await read(response, request.url, scope);
        } catch (error) {
          throw error instanceof ConnectorError ? fromConnectorError(error, scope.task.reference) : error;
        }
      };
    },
  };
}

async function prepare(uri: () => Eventual<string>, scope: Scope) {
  try {
    return buildRequest('GET', await uri(), { headers: null, query: null, body: undefined });
  } catch (error) {
    throw error instanceof RequestError ? taskError('configuration', scope, error.message) : error;
  }
}

async function read(response: Response, url: URL, scope: Scope): Promise<string> {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength <= maxLength) return new TextDecoder().decode(bytes);
  const place = `${url.origin}${url.pathname}`;
  throw taskError('configuration', scope, `The script at ${place} is larger than ${maxLength} bytes`);
}
