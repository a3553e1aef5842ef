import type { Json, JsonObject } from '../../../schemas/json/types.js';
import {
  AddressPartError,
  encodedPart,
  filledPlaces,
  requireSendableLength,
} from '../contract/address-parts.js';
import type { ActionContext, InputFault } from '../contract/connector.js';
import { appendAll, BodyError, encodeBody, scalar } from './body.js';
import type { HttpConfig } from './config-schema.js';
import { setHeader } from './credentials/set-header.js';
import { joinTrace } from './trace.js';
import { headerFault, methodFault } from './unsendable.js';

/** The input of every action. */
export interface HttpInput {
  method: string;
  path?: string;
  pathParams?: JsonObject;
  query?: JsonObject;
  headers?: JsonObject;
  body?: Json;
  /** A file to send in place of `body`. */
  bodyFile?: JsonObject;
  output?: 'content' | 'response' | 'file';
}

/** A request before it is signed. */
export interface HttpRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string | undefined;
}

/** Methods that are not idempotent. */
const unsafe = new Set(['POST', 'PATCH']);

/** Returns the request of an action, without credentials. @throws BodyError */
export function buildRequest(
  { config, idempotencyKey, trace }: Pick<ActionContext<HttpConfig>, 'config' | 'idempotencyKey' | 'trace'>,
  input: HttpInput,
): HttpRequest {
  const method = input.method.toUpperCase();
  const faults = [
    methodFault(method),
    ...Object.keys({ ...config.headers, ...input.headers }).map(headerFault),
  ];
  const fault = faults.find((each) => each !== undefined);
  if (fault !== undefined) throw new BodyError(fault);
  const url = address(config, input);
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...config.headers, ...input.headers })) {
    if (value !== null) setHeader(headers, name, scalar(value, `headers.${name}`));
  }
  appendAll(url.searchParams, { ...config.query, ...input.query }, 'query');
  requireSendableLength(url.href, toBodyError);
  joinTrace(headers, trace);
  if (unsafe.has(method) && !headers.has('idempotency-key')) headers.set('idempotency-key', idempotencyKey);
  return { method, url, headers, body: encodeBody(method, input.body, headers) };
}

/** Finds a `{name}` of a path that `pathParams` has no value for. */
export function pathFault(
  { path, pathParams = {} }: JsonObject,
  isKnown: (value: Json | undefined) => boolean,
): InputFault | undefined {
  if (typeof path !== 'string' || !isKnown(path) || !isKnown(pathParams)) return undefined;
  const names = [...path.matchAll(place)].map(([, name = '']) => name);
  const name = names.find((each) => ((pathParams as JsonObject)[each] ?? null) === null);
  if (name === undefined) return undefined;
  const key = /^\w+$/.test(name) ? name : 'name';
  const message = `\`{${name.slice(0, 100)}}\` of the path has no value in \`pathParams\``;
  return {
    pointer: '/path',
    message,
    hint: `Write \`pathParams: { ${key}: '\${ .${key} }' }\` beside \`path\`.`,
  };
}

const place = /\{([^{}]*)\}/g;

/** Returns the path with its values. @throws BodyError */
function getPath({ path = '', pathParams }: HttpInput): string {
  try {
    return filledPlaces(path, (name) => {
      const value = pathParams?.[name];
      if (value === undefined || value === null) throw new BodyError(`\`pathParams\` has no \`${name}\``);
      return encodedPart(scalar(value, `pathParams.${name}`));
    });
  } catch (error) {
    throw error instanceof AddressPartError ? new BodyError(error.message, { cause: error }) : error;
  }
}

const toBodyError = (reason: string): BodyError => new BodyError(reason);

/** Joins the base address and the path. @throws BodyError for a path that leads out of the base address */
function address(config: HttpConfig, input: HttpInput): URL {
  const base = config.baseUrl.replace(/\/+$/, '');
  const path = getPath(input);
  const separator = path === '' || /^[/?]/.test(path) ? '' : '/';
  requireSendableLength(base + separator + path, toBodyError);
  if (!URL.canParse(base + separator + path)) throw new BodyError('`path` makes no valid address');
  const url = new URL(base + separator + path);
  const root = new URL(base);
  const inside =
    url.pathname === root.pathname || url.pathname.startsWith(root.pathname.replace(/\/?$/, '/'));
  if (url.origin !== root.origin || !inside) {
    throw new BodyError('`path` leads out of the base address of the connection');
  }
  return url;
}
