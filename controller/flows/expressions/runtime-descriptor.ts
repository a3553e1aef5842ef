import { existsSync, readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../../schemas/json.js';

/** `$runtime`. */
export function runtimeDescriptor(metadata: JsonObject): Json {
  version ??= packageVersion();
  return { name: 'svc', version, metadata };
}

let version: string | undefined;

/** From the nearest `package.json` above, which is in another place in the built package. */
function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) return String(JSON.parse(readFileSync(file, 'utf8')).version);
  }
  return '0.0.0';
}
