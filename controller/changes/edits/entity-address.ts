import type { JsonObject } from '../../../schemas/json.js';
import type { KindDefinition } from '../../catalog/contract.js';
import { Problem } from '../../problems/index.js';
import { isObject } from '../compare/equal.js';
import type { EntityChange } from '../intents.js';

/** What names of entities are made of; the schemas say so more exactly. */
const namePattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** The name a definition says it has. */
export function statedName(kind: string, definition: JsonObject): unknown {
  if (kind !== 'flow') return definition['name'];
  const document = definition['document'];
  return isObject(document) ? document['name'] : undefined;
}

/** The name a change is about. @throws Problem entity_invalid when nothing says it, or it can be none */
export function nameOfChange({ type, name, definition }: EntityChange): string {
  const pointer = type === 'flow' ? '/document/name' : '/name';
  const found = name ?? (definition && statedName(type, definition));
  if (typeof found !== 'string' || found === '') {
    const message = `a ${type} needs a name, at \`${pointer}\``;
    throw new Problem('entity_invalid', `The definition says no name.`, { errors: [{ pointer, message }] });
  }
  if (!namePattern.test(found)) {
    const message = `\`${found.slice(0, 100)}\` can be no name`;
    throw new Problem('entity_invalid', `The name of the ${type} is not valid: ${message}.`, {
      errors: [{ pointer, message }],
      hints: ['Names are made of small letters, digits and `-`, and begin and end with a letter or digit.'],
    });
  }
  return found;
}

/**
 * The definition as its file is to hold it: it says what it is, and is what it says.
 * @throws Problem entity_invalid when it says another kind or name
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
  const said = definition['kind'];
  if (said !== undefined && said !== kind.kind) throw otherKind(kind.kind, said);
  return { kind: kind.kind, name, ...definition };
}

function renamed(kind: string, name: string, stated: unknown): Problem {
  const pointer = kind === 'flow' ? '/document/name' : '/name';
  const message = `the ${kind} is \`${name}\`, and cannot become ${JSON.stringify(stated).slice(0, 100)}`;
  return new Problem('entity_invalid', `An entity keeps its name: ${message}.`, {
    errors: [{ pointer, message }],
    hints: ['Create it under the new name and delete the old one, in one batch with what refers to it.'],
  });
}

function otherKind(kind: string, said: unknown): Problem {
  const message =
    kind === 'flow'
      ? 'a flow has no `kind`'
      : `it is a ${kind}, and says it is ${JSON.stringify(said).slice(0, 100)}`;
  return new Problem('entity_invalid', `The definition is of another kind: ${message}.`, {
    errors: [{ pointer: '/kind', message }],
    hints: ['Leave out `kind`, or say the same in both places.'],
  });
}
