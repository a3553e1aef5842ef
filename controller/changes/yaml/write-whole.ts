import type { JsonObject } from '../../../schemas/json.js';
import { endOf } from './entries.js';
import { lineEnd, lineStart } from './lines.js';
import type { Source } from './source.js';
import { jsonStyle, plainStyle, type Style } from './style.js';
import { writeBroken, writeFlow, writeValue } from './write-value.js';

/** Ways to write a document anew, one after the other less like what it was; comments above and below it stay. */
export function* writeWhole(source: Source, intended: JsonObject, isJson: boolean): Iterable<string> {
  const { text, contents, eol } = source;
  const start = contents ? lineStart(text, contents.range[0]) : text.length;
  const isFlow = contents !== null && /[[{]/.test(text[contents.range[0]] ?? '');
  const end = contents ? lineEnd(text, endOf(text, contents)) : text.length;
  const before = contents || text === '' || text.endsWith('\n') ? text.slice(0, start) : text + eol;
  const after = contents ? text.slice(end) : eol;
  const style: Style = source.style();
  if (isJson || isFlow) {
    const flow = {
      ...jsonStyle,
      ...(style.flowIndent === undefined ? {} : { flowIndent: style.flowIndent }),
      eol,
    };
    const isBroken = contents === null || text.slice(start, end).includes('\n');
    yield before + (isBroken ? writeBroken(intended, '', flow) : writeFlow(intended, flow)) + after;
  } else yield before + blockText(intended, { ...style, flow: { ...style.flow, maps: false } }) + after;
  const plain = { ...(isJson ? jsonStyle : plainStyle), eol };
  yield isJson ? writeBroken(intended, '', plain) + eol : blockText(intended, plain) + eol;
  yield writeFlow(intended, jsonStyle) + eol;
}

function blockText(intended: JsonObject, style: Style): string {
  const { head, lines } = writeValue(intended, { column: -1, holder: 'document' }, style);
  return [...(head === '' ? [] : [head]), ...lines].join(style.eol);
}
