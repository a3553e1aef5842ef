import { parse } from 'yaml';

/** The most uses of one anchor and of what is in it; YAML multiplies them. */
const maxAliases = 1_000;

/** Parses JSON or YAML. JSON takes a fraction of the time. @throws Error for a text that is neither */
export function parseDescription(text: string): unknown {
  if (/^\uFEFF?\s*\{/.test(text.slice(0, 1_000))) {
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch {
      // YAML, whose maps may have braces too, says where the fault is.
    }
  }
  return parse(text, { maxAliasCount: maxAliases, uniqueKeys: false, logLevel: 'error' });
}
