import type { ParsedNode } from 'yaml';
import { BlockReader } from './block-reader.js';
import { beyond } from './scalar-reader.js';

/** Tabs, carriage returns, byte order marks: where they may stand is for the complete parser to know. */
const unusual = /[\t\r\uFEFF]/;

/**
 * Reads the forms that nearly all entity files are written in, several times as fast as the complete parser: block maps
 * and lists, flow collections, scalars on one line, literal and folded texts, comments. Gives the same tree as the
 * complete parser, without comments, or undefined for any text with something else in it: anchors, tags, texts over
 * several lines, anything wrong.
 * @param deepest levels of nesting
 */
export function readCommonYaml(text: string, deepest: number): ParsedNode | undefined {
  if (unusual.test(text)) return undefined;
  try {
    return new BlockReader(text, deepest).document();
  } catch (error) {
    if (error === beyond) return undefined;
    throw error;
  }
}
