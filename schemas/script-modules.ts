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
export function moduleName(written: string): string | undefined {
  const name = written.replace(/^node:/, '');
  return Object.hasOwn(scriptModules, name) ? name : undefined;
}

/** True for code with a declaration of an import or export at the start of a line. */
export function isModule(code: string): boolean {
  return /^[ \t]*(?:import\s*(?:['"{*]|[\w$]+\s*(?:,|from\b))|export\s+(?:default|const|let|function|class|async|\{))/m.test(
    code,
  );
}
