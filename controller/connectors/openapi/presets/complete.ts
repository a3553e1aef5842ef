import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { nearest } from '../../../../schemas/nearest.js';
import { secretReference } from '../../../security/policy/secret-reference.js';
import type { ConfigFault } from '../../contract/connector.js';
import type { DescribingTexts } from '../../contract/described.js';
import { isFault } from '../document/read.js';
import { hasPattern } from '../schema/keywords.js';
import type { Preset, PresetSignIn } from './preset.js';
import { findPreset, isPresetFile, listPresetNames, placesIn, readPreset } from './read-preset.js';

/** Returns the preset of a configuration; undefined for none, and for one that cannot be read. */
export function getPreset({ preset: name }: JsonObject, texts: DescribingTexts): Preset | undefined {
  if (typeof name !== 'string') return undefined;
  if (!isPresetFile(name)) return findPreset(name);
  const preset = texts['preset'] === undefined ? undefined : readPreset(texts['preset']);
  return preset && !isFault(preset) ? preset : undefined;
}

/** Completed configurations by what is written: others keep things by their identity. */
const cache = new WeakMap<JsonObject, { text: string | undefined; completed: JsonObject }>();

/**
 * Returns a configuration with what its preset gives and it does not state itself; the same object each time. One without a
 * preset, and one that is complete, is returned as it is. Secrets are references or values.
 */
export function completeConfig(config: JsonObject, texts: DescribingTexts): JsonObject {
  const kept = cache.get(config);
  if (kept && kept.text === texts['preset']) return kept.completed;
  const preset = getPreset(config, texts);
  const completed = preset ? complete(preset, config) : config;
  cache.set(config, { text: texts['preset'], completed });
  // It is complete, and asked for by itself.
  cache.set(completed, { text: texts['preset'], completed });
  return completed;
}

function complete(preset: Preset, { with: ownValues, ...own }: JsonObject): JsonObject {
  const values = getValues(preset, objectOr(ownValues));
  const scheme = chooseSignIn(preset, values);
  const { rateLimit, retry, errors, idempotencyHeader = '' } = preset;
  const members: [string, Json | undefined][] = [
    ['baseUrl', fill(preset.address, values)],
    ['auth', scheme?.auth && fill(scheme.auth, values)],
    ['rateLimit', rateLimit as Json | undefined],
    ['retry', retry as Json | undefined],
    ['errors', errors as Json | undefined],
    ['idempotencyHeader', idempotencyHeader],
  ];
  const headers = {
    ...fillAll(preset.headers, values),
    ...fillAll(scheme?.headers, values),
    ...objectOr(own['headers']),
  };
  const query = {
    ...fillAll(preset.query, values),
    ...fillAll(scheme?.query, values),
    ...objectOr(own['query']),
  };
  return {
    ...Object.fromEntries(members.filter((each): each is [string, Json] => each[1] !== undefined)),
    ...own,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
  };
}

function getValues({ fields = {} }: Preset, ownValues: JsonObject): JsonObject {
  const values = Object.entries(fields).map(([name, { default: usual }]): [string, Json | undefined] => [
    name,
    ownValues[name] ?? usual,
  ]);
  return Object.fromEntries(values.filter((each): each is [string, Json] => each[1] !== undefined));
}

/** Returns the first way whose fields have values, but for those that may be left out. */
function chooseSignIn({ signIn = [], fields = {} }: Preset, values: JsonObject): PresetSignIn | undefined {
  return signIn.find((scheme) => missingIn(scheme, fields, values).length === 0);
}

function missingIn(
  scheme: PresetSignIn,
  fields: NonNullable<Preset['fields']>,
  values: JsonObject,
): string[] {
  const { title: _, ...templates } = scheme;
  const names = new Set(placesIn(templates as JsonObject));
  return [...names].filter((name) => values[name] === undefined && fields[name]?.optional !== true);
}

function fillAll(templates: Readonly<Record<string, string>> = {}, values: JsonObject): JsonObject {
  return objectOr(fill(templates, values));
}

/** Fills the places of a value; undefined for a text with a place that has no value. */
function fill(template: Json, values: JsonObject): Json | undefined {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.flatMap((each) => fill(each, values) ?? []);
  if (!isObject(template)) return template;
  const members = Object.entries(template).map(([name, each]) => [name, fill(each, values)] as const);
  return Object.fromEntries(members.filter((each): each is [string, Json] => each[1] !== undefined));
}

function fillText(template: string, values: JsonObject): Json | undefined {
  const [, whole] = /^\{(\w+)\}$/.exec(template) ?? [];
  if (whole !== undefined) return values[whole];
  let isWhole = true;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || typeof value === 'object') isWhole = false;
    return String(value);
  });
  return isWhole ? text : undefined;
}

/**
 * Finds the faults that the calls of a connection have because of its preset: one of the repository is read when calls are checked,
 * and not yet where the configuration is.
 */
export function findCallFault(config: JsonObject, texts: DescribingTexts): string | undefined {
  const { preset: name } = config;
  const isWritten = completeConfig(config, texts) !== config;
  if (typeof name !== 'string' || !isPresetFile(name) || !isWritten) return undefined;
  return findPresetFaults(config, texts)[0]?.message;
}

/** Finds the faults of a configuration that concern its preset. */
export function findPresetFaults(config: JsonObject, texts: DescribingTexts): ConfigFault[] {
  const { preset: name, with: ownValues, document } = config;
  if (name === undefined) {
    if (ownValues !== undefined)
      return [
        fault(
          '/with',
          '`with` has the values of a preset, and there is none',
          'Add `preset`, or remove `with`.',
          true,
        ),
      ];
    if (document !== undefined) return [];
    return [
      fault(
        '',
        'has neither `document` nor `preset`',
        'Name a description of the API, or a preset: see `app` in the manual.',
      ),
    ];
  }
  // Other kinds of values are faults by the schema.
  if (typeof name !== 'string' || (isPresetFile(name) && texts['preset'] === undefined)) return [];
  const preset = getPreset(config, texts);
  if (preset) return findValueFaults(preset, config);
  if (isPresetFile(name)) return [];
  const near = nearest(name, listPresetNames());
  const hint =
    near === undefined
      ? 'The manual lists the presets: `svc explain app`. A preset of your own is a file: `<name>.preset.yaml`.'
      : `Did you mean \`${near}\`?`;
  return [fault('/preset', `there is no preset \`${name.slice(0, 100)}\``, hint)];
}

function findValueFaults(preset: Preset, config: JsonObject): ConfigFault[] {
  const { fields = {}, title, signIn = [] } = preset;
  const { with: valueMap = {} } = config;
  if (!isObject(valueMap))
    return [
      fault('/with', 'must be a map of the values of the preset', 'Write `with: { <field>: <value> }`.'),
    ];
  const ownValues = valueMap;
  const names = Object.keys(fields);
  const findings = Object.entries(ownValues).flatMap(([name, value]) => findValueFault(preset, name, value));
  const values = getValues(preset, ownValues);
  const place = config['with'] === undefined ? '' : '/with';
  const inAddress = config['baseUrl'] === undefined ? placesIn(preset.address) : [];
  const general = new Set([...inAddress, ...placesIn({ ...preset.headers, ...preset.query })]);
  const missing = [...general].filter(
    (name) => values[name] === undefined && fields[name]?.optional !== true,
  );
  for (const name of missing) findings.push(missingFault(place, title, [name], fields));
  const isOwn = config['auth'] !== undefined || config['security'] !== undefined;
  if (isOwn || signIn.length === 0 || chooseSignIn(preset, values)) return findings;
  const schemes = signIn
    .map((scheme) => ({ scheme, lacking: missingIn(scheme, fields, values) }))
    .toSorted((one, other) => one.lacking.length - other.lacking.length);
  const unset = getValues(preset, {});
  const begun = schemes.find(
    ({ lacking, scheme }) => lacking.length < missingIn(scheme, fields, unset).length,
  );
  const [first] = begun ? [begun] : schemes;
  if (signIn.length === 1 || begun)
    return [...findings, missingFault(place, title, first?.lacking ?? names, fields)];
  const alternatives = signIn
    .map((scheme) => `${missingIn(scheme, fields, unset).map(quoted).join(', ')} (${scheme.title})`)
    .join('; or ');
  const message = `${title} needs one of these under \`with\`: ${alternatives}`;
  return [...findings, fault(place, message, 'Write `{ secret: <path>, key: <key> }` for credentials.')];
}

function findValueFault({ fields = {}, title }: Preset, name: string, value: Json): ConfigFault[] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const pointer = `/with/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (!field) {
    const near = nearest(name, Object.keys(fields));
    const hint =
      near === undefined
        ? `${title} knows ${Object.keys(fields).map(quoted).join(', ')}.`
        : `Did you mean \`${near}\`?`;
    return [fault(pointer, `\`${name.slice(0, 100)}\` is no field of the preset`, hint, true)];
  }
  const isReference = secretReference(value) !== undefined;
  if (field.secret === true && !isReference) {
    const hint = 'Write `{ secret: <path>, key: <key> }`, where the secret holds the credential.';
    return [
      { rule: 'credential-plain', pointer, message: 'is a credential: it must not be written here', hint },
    ];
  }
  if (isReference) return [];
  if (field.list === true ? !Array.isArray(value) : typeof value === 'object')
    return [
      fault(
        pointer,
        field.list === true ? 'must be a list of texts' : 'must be one value',
        field.description,
      ),
    ];
  const { pattern } = field;
  if (pattern === undefined || hasPattern(String(value), pattern)) return [];
  const example = field.example === undefined ? '' : ` Example: \`${String(field.example)}\`.`;
  return [fault(pointer, `does not fit: ${field.description}`, `The pattern is \`${pattern}\`.${example}`)];
}

function missingFault(
  pointer: string,
  title: string,
  names: readonly string[],
  fields: NonNullable<Preset['fields']>,
): ConfigFault {
  const listed = names.map(quoted).join(', ');
  const hints = names.map((name) => `\`${name}\`: ${fields[name]?.description ?? ''}`);
  return fault(pointer, `${title} needs ${listed} under \`with\``, hints.join(' '));
}

function quoted(name: string): string {
  return `\`${name}\``;
}

function fault(pointer: string, message: string, hint: string, isName = false): ConfigFault {
  return { rule: 'config-invalid', pointer, ...(isName ? { at: 'name' as const } : {}), message, hint };
}
