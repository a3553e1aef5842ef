import type { JsonObject, Settings } from '../../schemas/index.js';
import { member, objectOr } from '../../schemas/json/values.js';

/** The layer that sets a value; `folder`: inferred from the folder that is served. */
export type SettingSource = 'default' | 'folder' | 'file' | 'environment' | 'runtime';

/** The values that each layer sets, by section and key. */
export interface SettingLayers {
  environment: JsonObject;
  file: JsonObject;
  folder: JsonObject;
}

/** Settings with the layers that they were merged from. */
export interface LoadedSettings extends Settings {
  readonly layers: SettingLayers;
}

/** Returns the layer that sets a key of a section, run-time changes left aside. */
export function getSource(
  layers: SettingLayers | undefined,
  section: string,
  key: string,
): Exclude<SettingSource, 'runtime'> {
  const sets = (layer: JsonObject) => Object.hasOwn(objectOr(member(layer, section)), key);
  const inOrder = ['environment', 'file', 'folder'] as const;
  return inOrder.find((layer) => layers && sets(layers[layer])) ?? 'default';
}
