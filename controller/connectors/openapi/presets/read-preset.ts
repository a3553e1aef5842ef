import { readdirSync } from 'node:fs';
import { codeRoot, readCodeFile } from '../../../../schemas/code-root.js';
import { findFaults, type JsonObject } from '../../../../schemas/index.js';
import type { Json } from '../../../../schemas/json/types.js';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { withSuggestions } from '../../../problems/index.js';
import { type DocumentFault, isFault, readMap } from '../document/read.js';
import { isUsable } from '../schema/keywords.js';
import type { Preset } from './preset.js';
import { presetSchema } from './preset-schema.js';
import { findShapeFault } from './shape.js';

/** The folder of the presets that come with svc, from the folder of the code. */
export const presetFolder = 'controller/connectors/openapi/presets/apps/';

let names: readonly string[] | undefined;

/** The sorted names of the presets that come with svc. */
export function listPresetNames(): readonly string[] {
  names ??= readdirSync(new URL(presetFolder, codeRoot))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace(/\.yaml$/, ''))
    .sort();
  return names;
}

/** True for the name of a file of the repository. */
export function isPresetFile(name: string): boolean {
  return /\.preset\.(?:json|ya?ml)$/.test(name);
}

const cache = new BoundedMap<string, Preset | DocumentFault>(64);

/** Returns a preset that comes with svc, read at its first use; undefined for a name that is none. */
export function findPreset(name: string): Preset | undefined {
  if (!listPresetNames().includes(name)) return undefined;
  const preset = readPreset(readCodeFile(`${presetFolder}${name}.yaml`));
  if (isFault(preset)) throw new Error(`The preset \`${name}\` of svc is faulty: ${preset.message}`);
  return preset;
}

/** Returns the preset that a text holds, or its first fault. */
export function readPreset(text: string): Preset | DocumentFault {
  const preset = cache.get(text) ?? read(text);
  cache.set(text, preset);
  return preset;
}

function read(text: string): Preset | DocumentFault {
  return readMap(text, 'preset', toPreset);
}

function toPreset(root: JsonObject): Preset | DocumentFault {
  const [fault] = withSuggestions(findFaults(presetSchema, root));
  if (fault) {
    const place = fault.pointer === '' ? 'the preset' : `\`${fault.pointer.slice(1)}\` of the preset`;
    return getFault(`${place} ${fault.message}`, fault.hint);
  }
  const preset = root as unknown as Preset;
  const message = findInnerFault(preset);
  return message === undefined ? preset : getFault(message);
}

function getFault(message: string, hint?: string): DocumentFault {
  return { offset: 0, message, ...(hint === undefined ? {} : { hint }) };
}

/** Finds a fault that the schema does not state: shapes, and places of fields that are not there. */
function findInnerFault(preset: Preset): string | undefined {
  const { operations, fields = {}, test } = preset;
  for (const [name, { path, query, headers, body, output }] of Object.entries(operations)) {
    const shapes: Json[] = [path ?? {}, query ?? {}, headers ?? {}, body ?? {}, output ?? {}];
    const fault = shapes.map(findShapeFault).find((each) => each);
    if (fault !== undefined) return `the operation \`${name}\`: ${fault}`;
  }
  const unusable = Object.values(fields).find(({ pattern }) => pattern !== undefined && !isUsable(pattern));
  if (unusable) return `the pattern \`${unusable.pattern}\` of a field cannot be matched in linear time`;
  const place = getPlaces(preset as unknown as JsonObject).find((name) => !Object.hasOwn(fields, name));
  if (place !== undefined) return `\`{${place}}\` is none of the \`fields\``;
  if (test && !Object.hasOwn(operations, test.operation))
    return `\`test.operation\` names \`${test.operation}\`, which is none of the \`operations\``;
  return undefined;
}

/** Returns the names of the fields in the texts of a preset that are filled. */
function getPlaces({ address, signIn, headers, query }: JsonObject): string[] {
  return placesIn([address ?? '', signIn ?? [], headers ?? {}, query ?? {}]);
}

/** Returns the names in the places `{name}` of all texts of a value. */
export function placesIn(value: Json): string[] {
  if (typeof value === 'string') return [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(placesIn);
}
