import type { JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import type { ApiDocument } from './read.js';
import { resolvedObject } from './references.js';

/** An operation of a document, as it is written. */
export interface Operation {
  /** Fit for `call: <connection>.<name>`; unique in the document. */
  readonly name: string;
  /** `operationId`. */
  readonly id: string | undefined;
  readonly method: string;
  readonly path: string;
  /** The path item around it. */
  readonly item: JsonObject;
  readonly definition: JsonObject;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const cache = new WeakMap<ApiDocument, readonly Operation[]>();

/** Lists the operations of a document, those first that come first in it. */
export function getOperations(document: ApiDocument): readonly Operation[] {
  const operations = cache.get(document) ?? list(document);
  cache.set(document, operations);
  return operations;
}

/** Finds an operation by its `operationId`, or by the name of its action. */
export function findOperation(document: ApiDocument, id: string): Operation | undefined {
  const all = getOperations(document);
  return all.find((each) => each.id === id) ?? all.find(({ name }) => name === id);
}

function list(document: ApiDocument): Operation[] {
  const taken = new Set<string>();
  return Object.entries(objectOr(document.root['paths'])).flatMap(([path, pathItem]) => {
    if (path.startsWith('x-')) return [];
    const item = toItem(document, objectOr(pathItem));
    return methods.flatMap((method): Operation[] => {
      const definition = Object.hasOwn(item, method) ? item[method] : undefined;
      if (!isObject(definition)) return [];
      const { operationId } = definition;
      const id = typeof operationId === 'string' && operationId !== '' ? operationId : undefined;
      const name = unique(nameFit(id ?? `${method}_${getWords(path)}`), taken);
      return [{ name, id, method, path, item, definition }];
    });
  });
}

/** A path item may be elsewhere in the document; its own members go before. */
function toItem({ root }: ApiDocument, item: JsonObject): JsonObject {
  if (typeof item['$ref'] !== 'string') return item;
  try {
    return { ...resolvedObject(root, { $ref: item['$ref'] }), ...item };
  } catch {
    // The operations of another document are not known.
    return item;
  }
}

/** `orders_id` for `/orders/{id}`. */
function getWords(path: string): string {
  return path
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 100);
}

function nameFit(text: string): string {
  const name = text
    .trim()
    .slice(0, 200)
    .replace(/[^\w-]/g, '_');
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  taken.add(free);
  return free;
}
