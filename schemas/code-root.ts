import { readFileSync } from 'node:fs';

/**
 * The folder of the code: of the sources, or of the build. Code that starts a thread or reads a file beside it names the
 * path from here, since the build also makes single files of many modules, which lie one folder below it as this module does.
 */
export const codeRoot = new URL('../', import.meta.url);

/** True where the code runs from the sources, as in tests. */
export const isSource = import.meta.url.endsWith('.ts');

const texts = new Map<string, string>();

/**
 * Reads a file that stands beside the code and is used as a text, once per thread.
 * @param path from the folder of the code; `cli/build/copy-assets.ts` copies the file there
 */
export function readCodeFile(path: string): string {
  const text = texts.get(path) ?? readFileSync(new URL(path, codeRoot), 'utf8');
  texts.set(path, text);
  return text;
}
