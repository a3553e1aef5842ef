import { readFileSync } from 'node:fs';
import { type Document, isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { Json } from '../../schemas/index.js';
import { decodeStep } from '../../schemas/json/values.js';
import { Problem, type ProblemDetail } from '../problems/index.js';

const maxBytes = 1_048_576;

/** The content of a settings file, and the places of its parts. */
export interface SettingsFile {
  value: Json;
  /** Returns the place of the key at `pointer`, or of the nearest value around it that exists. */
  place(pointer: string): Pick<ProblemDetail, 'file' | 'line' | 'column'>;
}

/** @throws Problem settings_invalid when the file cannot be read or is not YAML. */
export function readSettingsFile(path: string): SettingsFile {
  const lines = new LineCounter();
  const document = parseDocument(readText(path), { lineCounter: lines, version: '1.2', logLevel: 'silent' });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file: path, line, column: col };
  };
  const [first] = document.errors;
  if (first) {
    const message = first.message.split('\n', 1)[0]?.replace(/ at line \d+.*$/, '') ?? first.message;
    throw invalid(path, [{ ...placeAt(first.pos[0]), message }], first);
  }
  return { value: toValue(path, document), place: (pointer) => placeAt(getOffset(document, pointer)) };
}

function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw invalid(path, [{ file: path, message: `cannot be read: ${(cause as Error).message}` }], cause);
  }
  if (bytes.length > maxBytes)
    throw invalid(path, [{ file: path, message: `is larger than ${maxBytes} bytes` }]);
  return bytes.toString('utf8');
}

function toValue(path: string, document: Document): Json {
  try {
    return (document.toJS({ maxAliasCount: 100 }) ?? {}) as Json;
  } catch (cause) {
    throw invalid(path, [{ file: path, message: (cause as Error).message }], cause);
  }
}

function invalid(path: string, errors: ProblemDetail[], cause?: unknown): Problem {
  const [first] = errors;
  const place = first?.line === undefined ? path : `${path}:${first.line}:${first.column}`;
  return new Problem('settings_invalid', `${place}: ${first?.message}`, { errors, cause });
}

/** Returns the offset of the key of the last step, or of the list item, which has no key. */
function getOffset(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = (document.contents as Node | null)?.range?.[0] ?? 0;
  for (const step of pointer.split('/').slice(1)) {
    const name = decodeStep(step);
    const pair = isMap(node)
      ? node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === name)
      : undefined;
    const next: unknown = pair ? pair.value : itemAt(node, name);
    const anchor = (pair?.key ?? next) as Node | undefined;
    if (!anchor?.range) return offset;
    offset = anchor.range[0];
    node = next;
  }
  return offset;
}

function itemAt(node: unknown, index: string): unknown {
  const items = (node as { items?: unknown[] } | null)?.items;
  return Array.isArray(items) ? items[Number(index)] : undefined;
}
