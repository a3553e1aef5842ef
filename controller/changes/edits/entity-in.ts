import type { JsonObject } from '../../../schemas/json.js';
import { isEntityFile } from '../../catalog/index.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { Problem } from '../../problems/index.js';
import { readYaml } from '../yaml/index.js';
import { statedName } from './entity-address.js';
import { isJson } from './file-edit.js';

/** A file that says which entity it is. */
export interface EntityFile {
  path: string;
  type: string;
  name: string;
  definition: JsonObject;
}

/** The entity that a file defines; undefined where it defines none, or cannot be read. */
export function entityIn(path: string, content: Uint8Array, limits: YamlLimits): EntityFile | undefined {
  if (!isEntityFile(path)) return undefined;
  try {
    const definition = readYaml(Buffer.from(content).toString('utf8'), { limits, isJson: isJson(path) });
    const type = typeof definition['kind'] === 'string' ? definition['kind'] : 'flow';
    const name = statedName(type, definition);
    return typeof name === 'string' ? { path, type, name, definition } : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
