import { isObject } from '../../../schemas/json/guards.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { KindDefinition } from '../../catalog/index.js';
import { isEntityFile } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import { parseDefinition } from '../../yaml-edit/read/read-yaml.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import type { EntityChange } from './contract.js';

/** The characters that names of entities consist of; the schemas are more exact. */
const namePattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** A file that states which entity it defines. */
export interface EntityFile {
  path: string;
  type: string;
  name: string;
  definition: JsonObject;
}

/** Returns the entity that a file defines; undefined if it defines none, or cannot be read. */
export function entityIn(path: string, content: Uint8Array, limits: YamlLimits): EntityFile | undefined {
  if (!isEntityFile(path)) return undefined;
  const { definition } = parseDefinition(Buffer.from(content).toString('utf8'), limits);
  if (!definition) return undefined;
  const type = typeof definition['kind'] === 'string' ? definition['kind'] : 'flow';
  const name = statedName(type, definition);
  return typeof name === 'string' ? { path, type, name, definition } : undefined;
}

/** Returns the name that a definition contains. */
export function statedName(kind: string, definition: JsonObject): unknown {
  if (kind !== 'flow') return definition['name'];
  const document = definition['document'];
  return isObject(document) ? document['name'] : undefined;
}

/** Returns the name of the entity that a change is about. @throws Problem entity_invalid if there is none, or it is not valid */
export function nameOfChange({ type, name, definition }: EntityChange): string {
  const pointer = pointerToName(type);
  const found = name ?? (definition && statedName(type, definition));
  if (typeof found !== 'string' || found === '') {
    const message = `a ${type} needs a name, at \`${pointer}\``;
    throw new Problem('entity_invalid', `The definition contains no name.`, {
      errors: [{ pointer, message }],
    });
  }
  if (!namePattern.test(found)) {
    const message = `\`${found.slice(0, 100)}\` is not a name`;
    throw new Problem('entity_invalid', `The name of the ${type} is not valid: ${message}.`, {
      errors: [{ pointer, message }],
      hints: ['Names consist of small letters, digits and `-`, and begin and end with a letter or digit.'],
    });
  }
  return found;
}

/**
 * Returns the definition as the entity's file is to contain it, with its kind and name.
 * @throws Problem entity_invalid if the definition contains another kind or name
 */
export function completed(kind: KindDefinition, name: string, definition: JsonObject): JsonObject {
  const stated = statedName(kind.kind, definition);
  if (stated !== undefined && stated !== name) throw renamed(kind.kind, name, stated);
  if (kind.kind === 'flow') {
    if (definition['kind'] !== undefined) throw otherKind('flow', definition['kind']);
    const document = definition['document'];
    if (stated !== undefined || !isObject(document)) return definition;
    return { ...definition, document: { name, ...document } };
  }
  const statedKind = definition['kind'];
  if (statedKind !== undefined && statedKind !== kind.kind) throw otherKind(kind.kind, statedKind);
  return { kind: kind.kind, name, ...definition };
}

function pointerToName(kind: string): string {
  return kind === 'flow' ? '/document/name' : '/name';
}

function renamed(kind: string, name: string, stated: unknown): Problem {
  const message = `the ${kind} is \`${name}\` and cannot become ${JSON.stringify(stated).slice(0, 100)}`;
  return new Problem('entity_invalid', `The name of an entity cannot be changed: ${message}.`, {
    errors: [{ pointer: pointerToName(kind), message }],
    hints: ['Create it under the new name and delete the old one, in one batch with what refers to it.'],
  });
}

function otherKind(kind: string, stated: unknown): Problem {
  const message =
    kind === 'flow'
      ? 'a flow has no `kind`'
      : `the entity is a ${kind}, and the definition says ${JSON.stringify(stated).slice(0, 100)}`;
  return new Problem('entity_invalid', `The definition is of another kind: ${message}.`, {
    errors: [{ pointer: '/kind', message }],
    hints: ['Leave out `kind`, or give the same kind in both places.'],
  });
}
