/**
 * The folder of the code: of the sources, or of the build. Code that starts a thread or reads a file beside it names the
 * path from here, since the build also makes single files of many modules, which lie one folder below it as this module does.
 */
export const codeRoot = new URL('../', import.meta.url);

/** True where the code runs from the sources, as in tests. */
export const isSource = import.meta.url.endsWith('.ts');
