import type { JsonObject } from '../../schemas/json.js';
import type { Attachment, EntityRecord, TextFault } from './contract.js';
import type { Decoded } from './decode.js';
import type { Place } from './places.js';

/** A file that a document names, as it is written there. */
export interface NamedFile {
  /** The field whose text it holds. */
  holds: string;
  file: string;
  pointer: string;
  place: Place;
  /** What is wrong with the text that the file holds. */
  faultsIn(content: Decoded): readonly TextFault[];
  /** Whether the document says to let a fault be that does no harm. */
  tolerates(fault: TextFault): boolean;
}

/** The same, seen from where the document lies. */
export interface LocatedFile extends NamedFile {
  /** Where the document lies, from the root of the branch. */
  from: string;
  /** From the root of the branch; undefined when it leads out of it. */
  path: string | undefined;
}

/** The text of a field of an entity: as it stands there, or that of the file the entity names instead. */
export function textOf(
  { definition, attachments }: Pick<EntityRecord, 'definition' | 'attachments'>,
  field: string,
): string | undefined {
  const text = definition[field];
  return typeof text === 'string' ? text : attachments.get(field)?.text;
}

/** The definition with every text in its field, as if it had never been in a file. */
export function completeDefinition({
  definition,
  attachments,
}: Pick<EntityRecord, 'definition' | 'attachments'>): JsonObject {
  if (attachments.size === 0) return definition;
  const texts = [...attachments].map(([field, { text }]) => [field, text]);
  return { ...Object.fromEntries(texts), ...definition };
}

/** Most files name none: they share this one. */
const none: readonly LocatedFile[] = [];

export function locate(files: readonly NamedFile[], from: string): readonly LocatedFile[] {
  return files.length === 0
    ? none
    : files.map((named) => ({ ...named, from, path: resolvePath(from, named.file) }));
}

/**
 * The path in the branch that `file` means in the file at `from`: relative to its folder, or from the root with a
 * leading slash. Undefined for what leads above the root, for addresses, and for paths of another system.
 */
export function resolvePath(from: string, file: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(file) || file.includes('\\')) return undefined;
  const folders = file.startsWith('/') ? [] : from.split('/').slice(0, -1);
  const path: string[] = [];
  for (const part of [...folders, ...file.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return undefined;
  }
  return path.join('/');
}

export function sameTexts(
  one: ReadonlyMap<string, Attachment>,
  other: ReadonlyMap<string, Attachment>,
): boolean {
  return (
    one.size === other.size && [...one].every(([field, { blobId }]) => other.get(field)?.blobId === blobId)
  );
}
