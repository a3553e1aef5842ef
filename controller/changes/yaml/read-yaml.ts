import type { JsonObject } from '../../../schemas/json.js';
import type { TextFinding } from '../../catalog/decode.js';
import { limitCrossed } from '../../catalog/rules/index.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { Problem } from '../../problems/index.js';
import { isObject } from '../compare/equal.js';
import { lineStart } from './lines.js';
import { parseSource } from './source.js';

export interface ReadOptions {
  limits: YamlLimits;
  /** The file is JSON; false by default. */
  isJson?: boolean;
}

export const byteOrderMark = '\ufeff';

/**
 * What a file says; an empty one says `{}`.
 * @throws Problem entity_file_unreadable, or the code of the limit that the file is beyond
 */
export function readYaml(text: string, { limits, isJson = false }: ReadOptions): JsonObject {
  const body = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
  const { source, finding } = parseSource(body, limits, isJson);
  if (finding) throw unreadable(body, finding);
  if (source.value === null) return {};
  if (isObject(source.value)) return source.value;
  throw unreadable(body, { rule: '', message: 'it holds no map', start: 0, end: 0 });
}

export function unreadable(text: string, { rule, start, message, hint }: TextFinding): Problem {
  const line = text.slice(0, start).split('\n').length;
  const column = start - lineStart(text, start) + 1;
  const detail = `The file cannot be read: ${message}, in line ${line}.`;
  return new Problem(limitCrossed([rule]) ?? 'entity_file_unreadable', detail, {
    hints: [hint ?? 'Mend the file in Git first; `svc validate` shows what is wrong.'],
    errors: [{ line, column, message }],
  });
}
