import { existsSync, readFileSync } from 'node:fs';
import { type Json, type JsonObject, type Settings, schema } from '../../schemas/index.js';
import { didYouMean } from '../../schemas/nearest.js';
import { Problem } from '../problems/index.js';
import { settingFaults } from './load.js';
import { getSource, type LoadedSettings, type SettingSource } from './origins.js';
import { shown } from './secrets.js';

interface ConfigSection {
  name: string;
  title: string;
  description: string;
  /** Values by key. Secrets are `***`; keys without a value are left out. */
  values: JsonObject;
  keys: { key: string; source: SettingSource; runtime: boolean }[];
}

export type ConfigSections = Pick<StoredConfigSections, keyof StoredConfigSections>;

export interface ConfigSectionsOptions {
  /** The file of the data directory that keeps the run-time changes. */
  path: string;
  /** Writes durably: the file holds the old or the new content, never a part. */
  write(path: string, content: string): Promise<void> | void;
  /** Called with the settings in force after each change, and at the start where there are changes. */
  onChange?(settings: Settings): void;
}

type Changes = Readonly<Record<string, JsonObject>>;

interface SectionRule {
  title: string;
  description: string;
  keys: ReadonlyMap<string, JsonObject>;
}

/** Opens the sections of the settings. @throws Problem settings_invalid when the file of changes is damaged */
export function openConfigSections(
  base: Settings & Partial<LoadedSettings>,
  options: ConfigSectionsOptions,
): ConfigSections {
  return new StoredConfigSections(base, options);
}

class StoredConfigSections {
  readonly #rules = sectionRules();
  #changes: Changes;
  #current: Settings;

  constructor(
    private readonly base: Settings & Partial<LoadedSettings>,
    private readonly options: ConfigSectionsOptions,
  ) {
    this.#changes = readChanges(options.path, this.#rules);
    this.#current = this.#merged();
    if (Object.keys(this.#changes).length > 0) options.onChange?.(this.#current);
  }

  /**
   * Returns the settings in force: those of the start, with the run-time changes. Call it at each use of a key that may
   * change at run time (`x-runtime` in the schema); all other keys stay as they were at the start.
   */
  current(): Settings {
    return this.#current;
  }

  /** Returns all sections, by name. */
  list(): ConfigSection[] {
    return [...this.#rules].map(([name, rule]) => this.#describe(name, rule, this.#changes));
  }

  /** @throws Problem entity_not_found */
  read(name: string): ConfigSection {
    return this.#describe(name, this.#require(name), this.#changes);
  }

  /**
   * Merges the patch (RFC 7396) into a section; null removes a run-time change. Resolves when the change is on disk.
   * @param writeOptions with `dryRun` the section is returned as it would be, and nothing is changed
   * @throws Problem entity_not_found, body_invalid, setting_needs_restart, setting_from_environment
   */
  async update(
    name: string,
    patch: JsonObject,
    writeOptions: { dryRun?: boolean | undefined } = {},
  ): Promise<ConfigSection> {
    const rule = this.#require(name);
    refuseFaults(name, rule, patch);
    for (const key of Object.keys(patch)) this.#refuseFixed(name, key, rule);
    const merged = { ...this.#changes[name], ...patch };
    const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    const next = { ...this.#changes, [name]: kept };
    if (!writeOptions.dryRun) await this.#store(next);
    return this.#describe(name, rule, next);
  }

  /** Returns all run-time changes as JSON text. */
  changes(): string {
    return JSON.stringify(this.#changes, null, 2);
  }

  /** Checks that `replace` would accept the changes. @throws Problem backup_unsupported */
  check(text: string): void {
    this.#checked(text);
  }

  /** Replaces all run-time changes. Resolves when they are on disk. @throws Problem backup_unsupported */
  async replace(text: string): Promise<void> {
    await this.#store(this.#checked(text));
  }

  async #store(changes: Changes): Promise<void> {
    await this.options.write(this.options.path, `${JSON.stringify(changes, null, 2)}\n`);
    this.#changes = changes;
    this.#current = this.#merged();
    this.options.onChange?.(this.#current);
  }

  #merged(): Settings {
    const merged: Record<string, unknown> = { ...this.base };
    for (const [section, changed] of Object.entries(this.#changes)) {
      const inForce = Object.keys(changed).flatMap((key) => {
        const value = this.#changed(this.#changes, section, key);
        return value === undefined ? [] : [[key, value]];
      });
      merged[section] = Object.freeze({ ...(merged[section] as object), ...Object.fromEntries(inForce) });
    }
    return Object.freeze(merged) as unknown as Settings;
  }

  /** Returns the run-time value of a key; an environment variable overrides it. */
  #changed(changes: Changes, section: string, key: string): Json | undefined {
    return this.#getSource(section, key) === 'environment' ? undefined : changes[section]?.[key];
  }

  #getSource(section: string, key: string): SettingSource {
    return getSource(this.base.layers, section, key);
  }

  #describe(name: string, { title, description, keys }: SectionRule, changes: Changes): ConfigSection {
    const before = this.base[name as keyof Settings] as unknown as JsonObject;
    const values: JsonObject = {};
    for (const [key, rule] of keys) {
      const value = this.#changed(changes, name, key) ?? before[key];
      if (value !== undefined) values[key] = shown(rule, value);
    }
    const described = [...keys].map(([key, rule]) => ({
      key,
      source: this.#changed(changes, name, key) === undefined ? this.#getSource(name, key) : 'runtime',
      runtime: rule['x-runtime'] === true,
    })) satisfies ConfigSection['keys'];
    return { name, title, description, values, keys: described };
  }

  #require(name: string): SectionRule {
    const rule = this.#rules.get(name);
    if (rule) return rule;
    const [hint = `Sections: ${[...this.#rules.keys()].join(', ')}.`] = didYouMean(name, this.#rules.keys());
    throw new Problem('entity_not_found', `There is no config-section \`${name}\``, { hints: [hint] });
  }

  #refuseFixed(section: string, key: string, { keys }: SectionRule): void {
    const pointer = `/${key}`;
    if (keys.get(key)?.['x-runtime'] !== true) {
      throw new Problem('setting_needs_restart', `\`${section}.${key}\` is read at the start only`, {
        errors: [{ pointer, message: 'cannot be changed at run time' }],
        hints: [`Set \`${section}.${key}\` in \`svc.yaml\` or as SVC_${section}__${key}, and restart svc.`],
      });
    }
    if (this.#getSource(section, key) !== 'environment') return;
    throw new Problem('setting_from_environment', `An environment variable sets \`${section}.${key}\``, {
      errors: [{ pointer, message: 'is set by the environment' }],
      hints: [`Remove SVC_${section}__${key} from the environment and restart svc, or change it there.`],
    });
  }

  #checked(text: string): Changes {
    const parsed = parseChanges(text, this.#rules);
    if (parsed.fault === undefined) return parsed.changes;
    const detail = `The settings in the backup do not fit this version: ${parsed.fault}`;
    const hints = ['Update svc, or restore the other categories without `settings`.'];
    throw new Problem('backup_unsupported', detail, { hints });
  }
}

function sectionRules(): Map<string, SectionRule> {
  const sections = schema('settings')['properties'] as Record<string, JsonObject>;
  const rules = new Map<string, SectionRule>();
  for (const [name, { title, description, properties }] of Object.entries(sections)) {
    if (!properties) continue;
    const keys = new Map(Object.entries(properties as Record<string, JsonObject>));
    rules.set(name, { title: String(title), description: String(description), keys });
  }
  return new Map([...rules].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refuseFaults(section: string, { keys }: SectionRule, patch: JsonObject): void {
  // Null removes a change, so only the name of its key is checked.
  const entries = Object.entries(patch).filter(([key, value]) => value !== null || !keys.has(key));
  const errors = settingFaults({ [section]: Object.fromEntries(entries) }).map((error) => ({
    ...error,
    pointer: error.pointer?.slice(section.length + 1) ?? '',
  }));
  if (errors.length === 0) return;
  const detail = errors.map(({ pointer, message }) => `\`${section}.${pointer.slice(1)}\` ${message}`);
  throw new Problem('body_invalid', detail.join('\n'), { errors });
}

function readChanges(path: string, rules: ReadonlyMap<string, SectionRule>): Changes {
  if (!existsSync(path)) return {};
  const parsed = parseChanges(readFileSync(path, 'utf8'), rules);
  if (parsed.fault === undefined) return parsed.changes;
  throw new Problem('settings_invalid', `${path}: ${parsed.fault}`, {
    errors: [{ file: path, message: parsed.fault }],
    hints: [`Correct ${path}, or delete it: the settings are then those of \`svc.yaml\` again.`],
  });
}

type Parsed = { fault: string } | { fault?: undefined; changes: Changes };

function parseChanges(text: string, rules: ReadonlyMap<string, SectionRule>): Parsed {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    return { fault: `cannot be read as JSON (${(cause as Error).message})` };
  }
  const [fault] = settingFaults(value as JsonObject);
  if (fault) return { fault: `\`${fault.pointer}\` ${fault.message}` };
  for (const [section, changed] of Object.entries(value as Changes)) {
    for (const key of Object.keys(changed)) {
      if (rules.get(section)?.keys.get(key)?.['x-runtime'] === true) continue;
      return { fault: `\`${section}.${key}\` cannot be changed at run time` };
    }
  }
  return { changes: value as Changes };
}
