// The conformance runner imports `globSync`, which `node:fs` of Node 20 does not export and its server scenarios never call.
import { register } from 'node:module';

const fileSystem = `data:text/javascript,${encodeURIComponent(`
export * from 'node:fs';
export { default } from 'node:fs';
export const globSync = undefined;
`)}`;

const hooks = `export async function resolve(specifier, context, next) {
  const isRunner = context.parentURL?.endsWith('/conformance/dist/index.js');
  if (isRunner && /^(node:)?fs$/.test(specifier)) return { url: ${JSON.stringify(fileSystem)}, shortCircuit: true };
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
