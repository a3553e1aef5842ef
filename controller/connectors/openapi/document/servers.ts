import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../../../schemas/json/values.js';
import type { Operation } from './operations.js';
import type { ApiDocument } from './read.js';
import { UnusableError } from './references.js';

/** The parts of a configuration that decide the server, besides the document. */
export interface ServerChoice {
  /** Goes before the servers of the document. */
  baseUrl?: string | undefined;
  serverVariables?: Readonly<Record<string, string>> | undefined;
  /** The address that the document was read from. */
  documentUrl?: string | undefined;
}

/** Begins nowhere inside of a row of slashes, since a description may have a million of them. */
export const slashesAtEnd = /(?<!\/)\/+$/;

/** Returns the address before the paths, without a slash at its end. @throws UnusableError */
export function getServer(document: ApiDocument, operation: Operation, choice: ServerChoice): string {
  if (choice.baseUrl !== undefined) return choice.baseUrl.replace(slashesAtEnd, '');
  const address =
    document.version === '2.0' ? findHost(document, choice) : findUrl(document, operation, choice);
  if (address !== undefined && URL.canParse(address, choice.documentUrl)) {
    const url = new URL(address, choice.documentUrl);
    if (/^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname}`.replace(slashesAtEnd, '');
  }
  throw new UnusableError('the description names no address of a server: write `baseUrl`');
}

function findHost({ root }: ApiDocument, { documentUrl }: ServerChoice): string | undefined {
  const { host, basePath, schemes } = root;
  const path = typeof basePath === 'string' ? basePath.replace(/^\/?/, '/') : '/';
  if (typeof host !== 'string') return documentUrl && path;
  const offered = Array.isArray(schemes) ? schemes : [];
  const own = documentUrl?.startsWith('http:') ? 'http' : 'https';
  const scheme = ['https', 'http'].find((each) => offered.includes(each)) ?? own;
  return `${scheme}://${host}${path}`;
}

function findUrl({ root }: ApiDocument, operation: Operation, choice: ServerChoice): string | undefined {
  const lists = [operation.definition['servers'], operation.item['servers'], root['servers']];
  const servers = lists.find((list) => Array.isArray(list) && list.length > 0) as Json[] | undefined;
  const server = servers?.find((each) => isObject(each) && typeof each['url'] === 'string');
  if (server === undefined) return choice.documentUrl && '/';
  const { url, variables } = server as JsonObject;
  return String(url).replace(/\{([^{}]*)\}/g, (_, name: string) =>
    getVariable(name, objectOr(member(objectOr(variables), name)), choice),
  );
}

function getVariable(name: string, variable: JsonObject, { serverVariables = {} }: ServerChoice): string {
  const value = Object.hasOwn(serverVariables, name) ? serverVariables[name] : variable['default'];
  if (value === undefined || value === null || value === '') {
    throw new UnusableError(`the server needs the variable \`${name}\`: write it in \`serverVariables\``);
  }
  return String(value);
}
