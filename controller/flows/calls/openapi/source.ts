import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { repositoryPath } from '../../data/repository-path.js';
import { getKind } from '../../data/values.js';
import type { Scope } from '../../plan/node.js';
import type { TaskContext } from '../../plan/task-type.js';
import { compileAuthentication } from '../http/authentication.js';
import { compileEndpoint } from '../http/endpoint.js';
import { exchange } from '../http/exchange.js';
import { buildRequest } from '../http/request.js';

/** A description as a call has it. */
interface Description {
  readonly text: string;
  /** Undefined for a file. */
  readonly url: string | undefined;
}

/** Returns the description for a call; inside `effect`. @throws FlowError, RequestError */
export type DescriptionSource = (input: Json, scope: Scope) => Promise<Description>;

interface CachedDocument {
  readonly text: string;
  /** `performance.now()` */
  readonly until: number;
}

/** A description at an address is read again after this time, in ms. */
const keptFor = 60_000;
/** Descriptions that were read without credentials, by their addresses, for each network. */
const kept = new WeakMap<typeof globalThis.fetch, BoundedMap<string, CachedDocument>>();

/** A path without a scheme, from the folder of the flow's file. */
const relativePath = /^(?:\.{1,2}\/)*[\w-][\w. -]*(?:\/[\w-][\w. -]*)*\.(?:proto|json|ya?ml)$/i;

/** Compiles a description: a file of the repository, or an address, which is read at the call. */
export function compileSource(
  value: Json | undefined,
  pointer: string,
  {
    endpoint: args,
    context,
    language = 'openapi',
  }: { endpoint: JsonObject; context: TaskContext; language?: 'openapi' | 'asyncapi' | 'proto' },
): DescriptionSource | undefined {
  if (!isObject(value)) return context.fault(pointer, `must be an object, not ${getKind(value ?? null)}`);
  const { endpoint = null } = value;
  const uri = isObject(endpoint) ? endpoint['uri'] : endpoint;
  const at = `${pointer}/endpoint`;
  if (typeof uri === 'string' && (uri.startsWith('file:') || relativePath.test(uri))) {
    const file = repositoryPath(uri);
    const place = isObject(endpoint) ? `${at}/uri` : at;
    const text = context.usesFile({ holds: `${language}@${file}`, file, pointer: place, args: [args] });
    return async () => ({ text: text ?? '', url: undefined });
  }
  const compiled = compileEndpoint(endpoint, at, context);
  const authentication = compileAuthentication(compiled.authentication, context);
  return async (input, scope) => {
    const url = await compiled.uri(input, scope);
    const { fetch } = scope.frame.run.host;
    const document = kept.get(fetch)?.get(url);
    if (document && !authentication && document.until > performance.now())
      return { text: document.text, url };
    const text = await read(url, scope, await authentication?.(input, scope));
    if (!authentication) keep(fetch, url, text);
    return { text, url };
  };
}

async function read(url: string, scope: Scope, credentials: Parameters<typeof exchange>[2]['credentials']) {
  const headers = { accept: 'application/json, application/yaml;q=0.9, */*;q=0.8' };
  const request = buildRequest('GET', url, { headers, query: null, body: undefined });
  const options = { credentials, format: 'raw', redirect: true, trace: undefined } as const;
  return Buffer.from(String(await exchange(scope, request, options)), 'base64').toString();
}

function keep(fetch: typeof globalThis.fetch, url: string, text: string): void {
  const ofNetwork = kept.get(fetch) ?? new BoundedMap<string, CachedDocument>(16);
  kept.set(fetch, ofNetwork);
  ofNetwork.set(url, { text, until: performance.now() + keptFor });
}
