import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { member, pointerTo } from '../../../schemas/json/values.js';
import type { ContentFinding, PointedFinding } from '../rules/finding.js';
import type { Places } from '../rules/places.js';
import type { Analysis, Note, PlacedReference, UniqueKey } from './analysis.js';
import type { Identity } from './identify.js';
import type { EntityReference, KindDefinition } from './kind-definition.js';
import { type FoundReference, findReferences } from './named-files.js';

// The parts of an analysis that come from the definition of the entity, with their places in the file.

/** References are compared with the whole branch, each time that one of their targets changes. */
export const maxReferences = 10_000;

export function tooManyReferences(references: readonly PlacedReference[], places: Places): ContentFinding {
  const message = `the file refers to other entities ${references.length} times, more than ${maxReferences}`;
  return placed({ rule: 'yaml-size', severity: 'error', pointer: '', message, hint: 'Split it.' }, places);
}

export function findIdentity(
  { kind, name, pointer, isInferred }: Identity,
  places: Places,
): Analysis['identity'] {
  if (name === undefined) return undefined;
  return { kind: kind.kind, name, pointer, place: places.of(pointer), ...(isInferred ? { isInferred } : {}) };
}

export function getReferences(
  kind: KindDefinition,
  definition: JsonObject,
  compiled: readonly EntityReference[],
  places: Places,
): PlacedReference[] {
  const references: FoundReference[] = [...findReferences(kind.references, definition), ...compiled];
  return references.map(({ at, ...reference }) => ({
    ...reference,
    place: places.of(reference.pointer, at),
    ...(reference.needsAt === undefined ? {} : { needsPlace: places.of(reference.needsAt) }),
  }));
}

export function getUniqueKeys(kind: KindDefinition, definition: JsonObject, places: Places): UniqueKey[] {
  return (kind.exclusive ?? []).flatMap(({ pointer, value, message }) => {
    const [held] = findReferences(
      [{ pointer, kind: '', findName: (reference) => claimed(reference, value) }],
      definition,
    );
    const key = `${kind.kind}${pointer}${held?.name}`;
    return held ? [{ key, pointer, message, place: places.of(pointer) }] : [];
  });
}

/** Returns the text by which a claim is known; of a field whose every text is exclusive, that text. */
function claimed(references: Json, value: Json | undefined): string | undefined {
  if (value === undefined) return typeof references === 'string' ? ` ${references}` : undefined;
  return references === value ? '' : undefined;
}

export function getNotes(
  { notes = [] }: KindDefinition,
  definition: JsonObject,
  compiled: CompiledNotes,
  places: Places,
): Note[] {
  const ofFields = notes.flatMap((field): CompiledNotes => {
    const value = member(definition, field);
    return value === undefined ? [] : [{ pointer: pointerTo('', field), value }];
  });
  return [...ofFields, ...compiled].map(({ pointer, value, offset, end = 0 }) => {
    const place = places.of(pointer, 'value', offset);
    if (offset === undefined) return { pointer, value, place };
    const { endLine, endColumn } = places.of(pointer, 'value', end - 1);
    return { pointer, value, place: { ...place, endLine, endColumn } };
  });
}

type CompiledNotes = NonNullable<ReturnType<NonNullable<KindDefinition['compile']>>['notes']>;

export function placed({ at, offset, replaces, ...finding }: PointedFinding, places: Places): ContentFinding {
  return { ...finding, ...places.of(finding.pointer, at, offset) };
}

/** True when the errors of a definition leave known what its entity offers and takes: its callers are checked in spite of them. */
export function canReadInterface(
  kind: KindDefinition,
  definition: () => JsonObject,
  errors: readonly ContentFinding[],
): boolean {
  if (errors.length === 0) return true;
  if (kind.getInterfacePointers === undefined) return false;
  const deciding = kind.getInterfacePointers(definition());
  const isBeside = ({ pointer, rule }: ContentFinding) =>
    // An unknown field may be a deciding one, misspelt.
    pointer !== '' &&
    !(rule === 'field-unknown' && pointer.lastIndexOf('/') === 0) &&
    deciding.every(
      (field) => !`${pointer}/`.startsWith(`${field}/`) && !`${field}/`.startsWith(`${pointer}/`),
    );
  return errors.every(isBeside);
}

/** Equal for equal values only. A short text is its own digest: most are, and a hash of 10,000 costs more than the texts. */
export function findDigest(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  if (text.length <= 64) return text;
  return hash('sha256', text, 'base64').slice(0, 16);
}
