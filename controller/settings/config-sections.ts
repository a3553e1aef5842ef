import { existsSync, readFileSync } from 'node:fs';
import { findFaults, type Json, type JsonObject, type Settings, schema } from '../../schemas/index.js';
import { nearest, Problem, type ProblemDetail } from '../problems/index.js';
import { liveSettings, type SectionRule, sectionRules } from './live-settings.js';
import { type SettingSource, sourceOf } from './origins.js';
import { shown } from './shown.js';

export interface ConfigSection {
  name: string;
  title: string;
  description: string;
  /** Secrets are `***`; what is not set is left out. */
  values: JsonObject;
  keys: { key: string; source: SettingSource; runtime: boolean }[];
}

export interface ConfigSections {
  /** What counts now: keys that may change at run time say their value at each look. */
  readonly settings: Settings;
  /** By name. */
  list(): ConfigSection[];
  /** @throws Problem entity_not_found */
  read(name: string): ConfigSection;
  /**
   * Merges the patch (RFC 7396) into a section; null takes back what was changed at run time. On disk when it returns.
   * @param manner with `dryRun` it says what would be, and nothing is changed
   * @throws Problem entity_not_found, body_invalid, setting_needs_restart, setting_from_environment
   */
  update(name: string, patch: JsonObject, manner?: { dryRun?: boolean | undefined }): ConfigSection;
  /** All that was changed at run time, as JSON text. */
  changes(): string;
  /** Whether `replace` would take it. @throws Problem backup_unsupported */
  check(changes: string): void;
  /** Makes what was changed at run time this and nothing else. On disk when it returns. @throws Problem backup_unsupported */
  replace(changes: string): void;
}

export interface ConfigSectionsOptions {
  /** Where changes are kept: a file of the data directory. */
  path: string;
  /** Durable, and whole or not at all. */
  write(path: string, content: string): void;
  /** Told what counts from now on: after each change, and at the start where there are changes. */
  onChange?(settings: Settings): void;
}

type Changes = Record<string, JsonObject>;

/** @throws Problem settings_invalid when the file of changes is damaged */
export function openConfigSections(base: Settings, options: ConfigSectionsOptions): ConfigSections {
  const rules = sectionRules();
  let changes = readChanges(options.path, rules);
  const changedIn = (all: Changes, section: string, key: string): Json | undefined =>
    sourceOf(base, section, key) === 'environment' ? undefined : all[section]?.[key];
  const settings = liveSettings(base, (section, key) => changedIn(changes, section, key));
  if (Object.keys(changes).length > 0) options.onChange?.(settings);

  function describe(
    name: string,
    { title, description, keys }: SectionRule,
    all: Changes = changes,
  ): ConfigSection {
    const before = base[name as keyof Settings] as unknown as JsonObject;
    const values: JsonObject = {};
    for (const [key, rule] of keys) {
      const value = changedIn(all, name, key) ?? before[key];
      if (value !== undefined) values[key] = shown(rule, value);
    }
    const told = [...keys].map(([key, rule]) => ({
      key,
      source: changedIn(all, name, key) === undefined ? sourceOf(base, name, key) : ('runtime' as const),
      runtime: rule['x-runtime'] === true,
    }));
    return { name, title, description, values, keys: told };
  }

  function checked(text: string): Changes {
    const [fault, value] = parseChanges(text, rules);
    if (fault === undefined) return value;
    throw new Problem('backup_unsupported', `The settings in the backup do not fit this version: ${fault}`, {
      hints: ['Update svc, or restore the other categories without `settings`.'],
    });
  }

  return {
    settings,
    changes: () => JSON.stringify(changes, null, 2),
    check: (text) => void checked(text),
    replace(text) {
      const next = checked(text);
      options.write(options.path, `${JSON.stringify(next, null, 2)}\n`);
      changes = next;
      options.onChange?.(settings);
    },
    list: () => [...rules].map(([name, rule]) => describe(name, rule)),
    read: (name) => describe(name, requireSection(rules, name)),
    update(name, patch, { dryRun = false } = {}) {
      const rule = requireSection(rules, name);
      refuseFaults(name, rule, patch);
      for (const key of Object.keys(patch)) refuseFixed(base, name, key, rule);
      const merged = { ...changes[name], ...patch };
      const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
      const next = { ...changes, [name]: kept };
      if (dryRun) return describe(name, rule, next);
      options.write(options.path, `${JSON.stringify(next, null, 2)}\n`);
      changes = next;
      options.onChange?.(settings);
      return describe(name, rule);
    },
  };
}

function requireSection(rules: ReadonlyMap<string, SectionRule>, name: string): SectionRule {
  const rule = rules.get(name);
  if (rule) return rule;
  const meant = nearest(name, rules.keys());
  throw new Problem('entity_not_found', `There is no config-section \`${name}\``, {
    hints: [
      meant === undefined ? `Sections: ${[...rules.keys()].join(', ')}.` : `Did you mean \`${meant}\`?`,
    ],
  });
}

function refuseFaults(section: string, { keys }: SectionRule, patch: JsonObject): void {
  // Null takes a key back, so only its name counts.
  const stated = Object.entries(patch).filter(([key, value]) => value !== null || !keys.has(key));
  const errors = faultsOf({ [section]: Object.fromEntries(stated) }).map((error) => ({
    ...error,
    pointer: error.pointer?.slice(section.length + 1) ?? '',
  }));
  if (errors.length === 0) return;
  const detail = errors.map(({ pointer, message }) => `\`${section}.${pointer.slice(1)}\` ${message}`);
  throw new Problem('body_invalid', detail.join('\n'), { errors });
}

function faultsOf(value: JsonObject): ProblemDetail[] {
  return findFaults(schema('settings'), value).map(({ pointer, message, known }) => {
    const meant = known && nearest(pointer.slice(pointer.lastIndexOf('/') + 1), known);
    return { pointer, message: meant === undefined ? message : `${message}; did you mean \`${meant}\`?` };
  });
}

function refuseFixed(base: Settings, section: string, key: string, { keys }: SectionRule): void {
  const pointer = `/${key}`;
  if (keys.get(key)?.['x-runtime'] !== true) {
    throw new Problem('setting_needs_restart', `\`${section}.${key}\` counts from the start on only`, {
      errors: [{ pointer, message: 'cannot be changed at run time' }],
      hints: [`Set \`${section}.${key}\` in \`svc.yaml\` or as SVC_${section}__${key}, and start svc anew.`],
    });
  }
  if (sourceOf(base, section, key) !== 'environment') return;
  throw new Problem(
    'setting_from_environment',
    `An environment variable says what \`${section}.${key}\` is`,
    {
      errors: [{ pointer, message: 'is set by the environment' }],
      hints: [`Remove SVC_${section}__${key} from the environment and start svc anew, or change it there.`],
    },
  );
}

function readChanges(path: string, rules: ReadonlyMap<string, SectionRule>): Changes {
  if (!existsSync(path)) return {};
  const [fault, changes] = parseChanges(readFileSync(path, 'utf8'), rules);
  if (fault === undefined) return changes;
  throw new Problem('settings_invalid', `${path}: ${fault}`, {
    errors: [{ file: path, message: fault }],
    hints: [`Mend ${path}, or delete it: all that was changed at run time is then as \`svc.yaml\` has it.`],
  });
}

/** What is wrong with them, or undefined and the changes. */
function parseChanges(text: string, rules: ReadonlyMap<string, SectionRule>): [string | undefined, Changes] {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    return [`cannot be read as JSON (${(cause as Error).message})`, {}];
  }
  const [fault] = faultsOf(value as JsonObject);
  if (fault) return [`\`${fault.pointer}\` ${fault.message}`, {}];
  for (const [section, changed] of Object.entries(value as Changes)) {
    for (const key of Object.keys(changed)) {
      if (rules.get(section)?.keys.get(key)?.['x-runtime'] === true) continue;
      return [`\`${section}.${key}\` cannot be changed at run time`, {}];
    }
  }
  return [undefined, value as Changes];
}
