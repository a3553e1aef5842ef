import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { entityAt, type Finding, type KindDefinition, type Snapshot } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import { limitCrossed } from '../../yaml-edit/read/yaml-value.js';

/** Returns the name that a definition contains. */
export function statedName(kind: string, definition: JsonObject): unknown {
  if (kind !== 'flow') return definition['name'];
  const document = definition['document'];
  return isObject(document) ? document['name'] : undefined;
}

export function pointerToName(kind: string): string {
  return kind === 'flow' ? '/document/name' : '/name';
}

/**
 * Returns the definition as the entity's file is to contain it, with its kind and name.
 * @throws Problem entity_invalid if the definition is that of another entity, or of none
 */
export function completed(kind: KindDefinition, name: string, definition: JsonObject): JsonObject {
  const nameStated = statedName(kind.kind, definition);
  if (nameStated !== undefined && nameStated !== name) throw renamed(kind.kind, name, nameStated);
  const { kind: statedKind, document } = definition;
  if (kind.kind === 'flow') {
    if (statedKind !== undefined) throw otherKind('flow', statedKind);
    if (!isObject(document)) throw noFlow(name, definition);
    return nameStated === undefined ? { ...definition, document: { name, ...document } } : definition;
  }
  if (statedKind !== undefined && statedKind !== kind.kind) throw otherKind(kind.kind, statedKind);
  if (isObject(document) && Object.hasOwn(document, 'dsl')) throw asFlow(kind.kind, name);
  return { kind: kind.kind, name, ...definition };
}

/** Returns the refusal of a write after which one of its files no longer defines the entity that it was to change. */
export function identityLost(
  next: Snapshot,
  edits: readonly { type: string; name: string; path: string; after: unknown }[],
  findings: readonly Finding[],
): Problem | undefined {
  for (const { type, name, path, after } of edits) {
    if (!after) continue;
    const entity = entityAt(next, path);
    if (entity?.kind === type && entity.name === name) continue;
    const inFile = findings.filter(({ file, severity }) => file === path && severity === 'error');
    // A file beyond a limit has no entity either; that refusal names the limit.
    if (limitCrossed(inFile.map(({ rule }) => rule)) !== undefined) continue;
    const message = `the file would no longer define the ${type} \`${name}\``;
    return new Problem('entity_invalid', `The write was refused: \`${path}\`: ${message}.`, {
      errors: [
        { file: path, pointer: '', message },
        ...inFile.map(({ line, column, message: text }) => ({ file: path, line, column, message: text })),
      ],
      hints: [`Give the whole definition of the ${type}, or delete it if that is what you want.`],
    });
  }
  return undefined;
}

function noFlow(name: string, definition: JsonObject): Problem {
  const isStated = Object.hasOwn(definition, 'document');
  const message = isStated ? '`document` must be an object' : '`document` is missing';
  const hint = isObject(definition['definition'])
    ? 'Give the flow itself, without `definition` around it.'
    : 'Give the whole flow, with `dsl`, `namespace`, `name` and `version` under `document`; change single fields with a patch.';
  return new Problem('entity_invalid', `The definition of \`${name}\` is not a flow: ${message}.`, {
    errors: [{ pointer: '/document', message }],
    hints: [hint],
  });
}

function asFlow(kind: string, name: string): Problem {
  const message = `\`document.dsl\` would make a flow of the ${kind} \`${name}\``;
  return new Problem('entity_invalid', `The definition is of another kind: ${message}.`, {
    errors: [{ pointer: '/document/dsl', message }],
    hints: [`Leave out \`document\`, or create the flow as an entity of its own.`],
  });
}

function renamed(kind: string, name: string, value: unknown): Problem {
  const message = `the ${kind} is \`${name}\` and cannot become ${JSON.stringify(value).slice(0, 100)}`;
  return new Problem('entity_invalid', `The name of an entity cannot be changed: ${message}.`, {
    errors: [{ pointer: pointerToName(kind), message }],
    hints: ['Create it under the new name and delete the old one, in one batch with what refers to it.'],
  });
}

function otherKind(kind: string, value: unknown): Problem {
  const message =
    kind === 'flow'
      ? 'a flow has no `kind`'
      : `the entity is a ${kind}, and the definition says ${JSON.stringify(value).slice(0, 100)}`;
  return new Problem('entity_invalid', `The definition is of another kind: ${message}.`, {
    errors: [{ pointer: '/kind', message }],
    hints: ['Leave out `kind`, or give the same kind in both places.'],
  });
}
