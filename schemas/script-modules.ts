/** Modules of Node.js of which scripts have a part, with the names that they export besides the default. */
export const scriptModules: Readonly<Record<string, readonly string[]>> = {
  buffer: ['Buffer', 'atob', 'btoa'],
  crypto: [
    'createHash',
    'createHmac',
    'getRandomValues',
    'randomBytes',
    'randomInt',
    'randomUUID',
    'subtle',
    'timingSafeEqual',
  ],
  url: ['URL', 'URLSearchParams'],
  util: ['TextDecoder', 'TextEncoder', 'format', 'inspect', 'isDeepStrictEqual', 'promisify'],
};

/** Names of the available modules, for messages. */
export const moduleNames = Object.keys(scriptModules)
  .map((name) => `\`node:${name}\``)
  .join(', ');

/** Returns the name of an available module without `node:`, or undefined. */
export function moduleName(specifier: string): string | undefined {
  const name = specifier.replace(/^node:/, '');
  return Object.hasOwn(scriptModules, name) ? name : undefined;
}

/** Names that authors of scripts expect to exist, and the reasons why they do not. */
export const absentNames: Readonly<Record<string, string>> = {
  fetch: 'scripts reach no network; call HTTP with a task of its own',
  XMLHttpRequest: 'scripts reach no network; call HTTP with a task of its own',
  module: 'a script gives its value with `return` or `export default`',
  exports: 'a script gives its value with `return` or `export default`',
  print: 'scripts write to the log with `console.log`, and give their value with `return`',
  setTimeout: 'scripts have no timers; wait with a `wait` task',
  setInterval: 'scripts have no timers; wait with a `wait` task',
};
