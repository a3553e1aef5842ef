import type { JsonObject, Settings } from '../../schemas/index.js';

/** Where the value of a setting comes from; `folder`: inferred from the folder that is served. */
export type SettingSource = 'default' | 'folder' | 'file' | 'environment' | 'runtime';

interface Layers {
  environment: JsonObject;
  file: JsonObject;
  folder: JsonObject;
}

const layersOf = new WeakMap<Settings, Layers>();

export function rememberLayers(settings: Settings, layers: Layers): void {
  layersOf.set(settings, layers);
}

/** The layer that says the value of a section's key, before anything is changed at run time. */
export function sourceOf(settings: Settings, section: string, key: string): SettingSource {
  const layers = layersOf.get(settings);
  const says = (layer: JsonObject | undefined) => {
    const stated = layer && Object.hasOwn(layer, section) ? layer[section] : undefined;
    return typeof stated === 'object' && stated !== null && Object.hasOwn(stated, key);
  };
  if (says(layers?.environment)) return 'environment';
  if (says(layers?.file)) return 'file';
  return says(layers?.folder) ? 'folder' : 'default';
}
