import type { Entry } from './entries.js';
import type { Splice } from './splice.js';
import type { Style } from './style.js';
import { writeQuoted } from './write-scalar.js';
import { writeKey } from './write-value.js';

/** Another name for a member; its quotes stay. */
export function renameKey(entry: Entry, name: string, style: Style): Splice {
  const [start = entry.start, end = entry.start] = entry.key?.range ?? [];
  const type = entry.key?.type;
  const text =
    type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE'
      ? writeQuoted(name, type === 'QUOTE_SINGLE' ? 'single' : 'double')
      : writeKey(name, style, entry.inFlow);
  return { start, end, text };
}
