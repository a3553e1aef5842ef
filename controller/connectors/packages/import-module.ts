/** Imports a module by its address. The build replaces this file where it makes one file of many, which has no `import()`. */
export function importModule(url: string): Promise<unknown> {
  return import(url);
}
