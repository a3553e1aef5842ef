import { isScalar } from 'yaml';
import { wrapLike } from '../write/block-text.js';
import { escapeIn, isPlain } from '../write/write-value.js';
import type { Slot } from './entries.js';
import type { Source, Splice } from './splices.js';

/**
 * Replaces a text over several lines that is not a block text, and splits the new one at the same places. Undefined if
 * the present text takes one line, or if the new one cannot be split like that.
 */
export function wrapFlowText({ text, eol }: Source, { node }: Slot, to: string): Splice | undefined {
  if (node === null || !isScalar(node) || /^BLOCK/.test(node.type ?? '')) return undefined;
  const [start, end] = node.range;
  const source = text.slice(start, end);
  if (!source.includes('\n')) return undefined;
  if (/\\\r?\n/.test(source) || to.trim() !== to || to === '' || /[ \t]\n|\n[ \t]| {2}/.test(to))
    return undefined;
  const mark = node.type === 'PLAIN' ? '' : (source[0] ?? '');
  const encoded = encode(to, mark);
  if (encoded === undefined) return undefined;
  const [first = '', ...rest] = source.slice(mark.length, source.length - mark.length).split(/\r?\n/);
  const indentation = /^[ \t]*/.exec(rest.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
  const before = [first, ...rest].map((line) => line.trim());
  const wrap = wrapLike(before, Math.max(40, ...before.map((line) => line.length)));
  const lines: string[] = [];
  for (const [index, line] of encoded.split('\n').entries()) {
    if (index > 0) lines.push('');
    if (line !== '') lines.push(...wrap(line));
  }
  const [head = '', ...others] = lines;
  const wrapped = others.map((line) => (line === '' ? '' : indentation + line));
  return { start, end, text: mark + [head, ...wrapped].join(eol) + mark };
}

/** Returns the text as it is written between its quotes, apart from line breaks; undefined if that is not possible. */
function encode(to: string, mark: string): string | undefined {
  const lines = to.split('\n');
  if (mark === '"') return lines.map((line) => escapeIn('double', line)).join('\n');
  if (/[^\P{C}\n]/u.test(to)) return undefined;
  if (mark === "'") return escapeIn('single', to);
  if (lines.some((line) => line !== '' && !isPlain(line, { inFlow: false, instead: '2000-01-01' })))
    return undefined;
  // A word at the beginning of a line must not have a meaning of its own in YAML.
  return /(?:^|\s)[-?:#&*!|>%@`](?:\s|$)/.test(to) || /\s#/.test(to) ? undefined : to;
}
