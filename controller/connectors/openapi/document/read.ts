import { YAMLError } from 'yaml';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { parseDescription } from './parse.js';

/** A description of an API: Swagger 2.0, or OpenAPI 3.0 and later. */
export interface ApiDocument {
  readonly root: JsonObject;
  readonly version: '2.0' | '3.0' | '3.1';
  /** Returns the credentials in the headers and the query of a configuration, where that is known. */
  secrets?(config: { headers?: object; query?: object }): string[];
}

/** The first fault of a text that cannot be used. */
export interface DocumentFault {
  offset: number;
  message: string;
  hint?: string;
}

/** Documents by their text: to parse a large one takes seconds. */
const cache = new BoundedMap<string, ApiDocument | DocumentFault>(16);

/** Returns the document that a text holds, or its first fault. */
export function readDocument(text: string): ApiDocument | DocumentFault {
  const document = cache.get(text) ?? read(text);
  cache.set(text, document);
  return document;
}

export function isFault(result: object): result is DocumentFault {
  return 'offset' in result;
}

function read(text: string): ApiDocument | DocumentFault {
  return readMap(text, 'description', getDocument);
}

/**
 * Returns what `toResult` makes of the map that a text in YAML or JSON holds, or the first fault of the text.
 * @param what the text is, in messages
 */
export function readMap<Result>(
  text: string,
  what: string,
  toResult: (root: JsonObject) => Result | DocumentFault,
): Result | DocumentFault {
  let root: unknown;
  try {
    root = parseDescription(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [offset] = error instanceof YAMLError ? error.pos : [0];
    const message = `the ${what} cannot be read: ${shortened(reason.split('\n', 1)[0] ?? '', 200)}`;
    return { offset, message, hint: 'Write it in YAML or JSON.' };
  }
  return isObject(root) ? toResult(root) : fault(`the ${what} holds no map`);
}

function getDocument(root: JsonObject): ApiDocument | DocumentFault {
  const { openapi, swagger, paths } = root;
  const version = findVersion(String(openapi ?? swagger ?? ''), swagger !== undefined);
  if (version === undefined) {
    const versionText = openapi ?? swagger;
    return fault(
      versionText === undefined
        ? 'the text is no description of OpenAPI: it has neither `openapi` nor `swagger`'
        : `the version ${shortened(String(versionText), 20)} of OpenAPI is not known`,
    );
  }
  if (paths !== undefined && paths !== null && !isObject(paths)) return fault('`paths` must be a map');
  return { root, version };
}

function findVersion(text: string, isSwagger: boolean): ApiDocument['version'] | undefined {
  if (isSwagger) return /^2(?:\.0)?$/.test(text) ? '2.0' : undefined;
  if (/^3\.0(?:\.|$|-)/.test(text) || text === '3') return '3.0';
  return /^3\.[12](?:\.|$|-)/.test(text) ? '3.1' : undefined;
}

function fault(message: string): DocumentFault {
  return { offset: 0, message, hint: 'Versions 2.0, 3.0, 3.1 and 3.2 are known.' };
}
