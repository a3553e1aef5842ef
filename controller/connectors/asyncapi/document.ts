import { YAMLError } from 'yaml';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { shortened } from '../../../schemas/shortened.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { parseDescription } from '../openapi/document/parse.js';
import { resolvedObject } from '../openapi/document/references.js';

/** A description of channels and messages: AsyncAPI 2 or 3. */
export interface AsyncDocument {
  readonly root: JsonObject;
  readonly version: 2 | 3;
}

/** The first fault of a text that cannot be used. */
export interface DocumentFault {
  offset: number;
  message: string;
  hint: string;
}

/** Documents by their text. */
const cache = new BoundedMap<string, AsyncDocument | DocumentFault>(16);

/** Returns the document that a text holds, or its first fault. */
export function readAsyncDocument(text: string): AsyncDocument | DocumentFault {
  const document = cache.get(text) ?? read(text);
  cache.set(text, document);
  return document;
}

export function isDocumentFault(result: AsyncDocument | DocumentFault): result is DocumentFault {
  return 'offset' in result;
}

function read(text: string): AsyncDocument | DocumentFault {
  try {
    return getDocument(parseDescription(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [offset] = error instanceof YAMLError ? error.pos : [0];
    const message = `the description cannot be read: ${shortened(reason.split('\n', 1)[0] ?? '', 200)}`;
    return { offset, message, hint: 'Write it in YAML or JSON.' };
  }
}

function getDocument(root: unknown): AsyncDocument | DocumentFault {
  if (!isObject(root)) return fault('the description holds no map');
  const { asyncapi } = root;
  if (asyncapi === undefined)
    return fault('the text is no description of AsyncAPI: it has no member `asyncapi`');
  const [, major] = /^([23])\.\d+(?:\.|$|-)/.exec(String(asyncapi)) ?? [];
  if (major === undefined)
    return fault(`the version ${shortened(String(asyncapi), 20)} of AsyncAPI is not known`);
  return { root, version: major === '2' ? 2 : 3 };
}

function fault(message: string): DocumentFault {
  return { offset: 0, message, hint: 'Versions 2.0 to 2.6, and 3.0 and later, are known.' };
}

/**
 * Returns an object of the document with what its traits add: its own members go before theirs (AsyncAPI 3.0, "Traits").
 * @throws UnusableError for a reference that leads nowhere
 */
export function withTraits(root: JsonObject, value: Json | undefined): JsonObject {
  const own = resolvedObject(root, value);
  const { traits } = own;
  if (!Array.isArray(traits)) return own;
  return Object.assign({}, ...traits.slice(0, 20).map((each) => resolvedObject(root, each)), own);
}

/** Returns the part of `bindings` that is about a protocol. @throws UnusableError */
export function getBinding(root: JsonObject, bindings: Json | undefined, protocol: string): JsonObject {
  return objectOr(resolvedObject(root, bindings)[protocol]);
}
