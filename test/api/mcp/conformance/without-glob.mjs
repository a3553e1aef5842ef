// The conformance runner imports a function that Node 20 does not have and that its server scenarios do not use.
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/conformance/dist/index.js')) return loaded;
  return { ...loaded, source: String(loaded.source).replace(/globSync as \\w+,/, '') };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
