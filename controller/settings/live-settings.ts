import { type Json, type JsonObject, type Settings, schema } from '../../schemas/index.js';

export interface SectionRule {
  title: string;
  description: string;
  keys: ReadonlyMap<string, JsonObject>;
}

/** The sections of the settings' schema, by name. */
export function sectionRules(): Map<string, SectionRule> {
  const sections = schema('settings')['properties'] as Record<string, JsonObject>;
  const found = new Map<string, SectionRule>();
  for (const [name, { title, description, properties }] of Object.entries(sections)) {
    if (!properties) continue;
    const keys = new Map(Object.entries(properties as Record<string, JsonObject>));
    found.set(name, { title: String(title), description: String(description), keys });
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The same settings, whose run-time keys (`x-runtime`) say at each look what `changed` has for them. Who copies such a
 * key keeps what it was.
 */
export function liveSettings(
  settings: Settings,
  changed: (section: string, key: string) => Json | undefined,
) {
  const live: Record<string, unknown> = { ...settings };
  for (const [section, { keys }] of sectionRules()) {
    const under = live[section] as JsonObject;
    const over = { ...under };
    for (const [key, rule] of keys) {
      if (rule['x-runtime'] !== true) continue;
      Object.defineProperty(over, key, { enumerable: true, get: () => changed(section, key) ?? under[key] });
    }
    live[section] = Object.freeze(over);
  }
  return Object.freeze(live) as unknown as Settings;
}
