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

export function isFault(result: ApiDocument | DocumentFault): result is DocumentFault {
  return 'offset' in result;
}

function read(text: string): ApiDocument | DocumentFault {
  try {
    return getDocument(parseDescription(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [offset] = error instanceof YAMLError ? error.pos : [0];
    const message = `the description cannot be read: ${shortened(reason.split('\n', 1)[0] ?? '', 200)}`;
    return { offset, message, hint: 'Write it in YAML or JSON.' };
  }
}

function getDocument(root: unknown): ApiDocument | DocumentFault {
  if (!isObject(root)) return fault('the description holds no map');
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
