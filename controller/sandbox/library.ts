import { scriptModules } from '../../schemas/script-modules.js';

/** Returns the source of a module, which exports what the prelude has made. */
export function moduleSource(name: string): string {
  const exported = (scriptModules[name] ?? []).map((each) => `export const ${each} = it.${each};`);
  return `const it = require('node:${name}'); export default it; ${exported.join(' ')}`;
}

/** Globals that the library defines. */
export const globals: readonly string[] = [
  'Buffer',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'btoa',
  'crypto',
  'structuredClone',
];
