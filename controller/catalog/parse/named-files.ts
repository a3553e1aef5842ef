import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { Decoded } from '../../yaml-edit/read/yaml-document.js';
import type { TextFault } from '../rules/finding.js';
import { findRule } from '../rules/index.js';
import type { Place, Places } from '../rules/places.js';
import { tokenFaults } from '../rules/secrets.js';
import type { Content } from './file-content.js';
import { type Ignore, isIgnored } from './ignores.js';
import type { AttachmentRule, EntityReference, KindDefinition, ReferenceRule } from './kind-definition.js';

export interface FoundReference extends EntityReference {
  /** The name is a key, not a value. */
  at?: 'name';
}

/** The references of a definition, by the rules of its kind. */
export function findReferences(rules: readonly ReferenceRule[], definition: JsonObject): FoundReference[] {
  return rules.flatMap((rule) =>
    valuesAt(definition, rule.pointer.split('/').slice(1), '').flatMap((reference) => apply(rule, reference)),
  );
}

function apply(rule: ReferenceRule, { pointer, value, around }: FieldMatch): FoundReference[] {
  const kind = typeof rule.kind === 'string' ? rule.kind : around[rule.kind.beside];
  if (typeof kind !== 'string') return [];
  if (rule.keys) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
    return Object.entries(value).map(([name, passed]) => {
      const at = pointerTo(pointer, name);
      const argument = rule.passes ? { argumentJson: JSON.stringify(passed), argumentPointer: at } : {};
      return { kind, name, pointer: at, at: 'name', ...argument };
    });
  }
  const name = rule.findName ? rule.findName(value) : typeof value === 'string' ? value : undefined;
  if (name === undefined) return [];
  const needs = rule.needs === undefined ? undefined : around[rule.needs];
  if (rule.needs === undefined || typeof needs !== 'string') return [{ kind, name, pointer }];
  const needsAt = pointerTo(pointer.slice(0, pointer.lastIndexOf('/')), rule.needs);
  return [{ kind, name, pointer, needs, needsAt }];
}

interface FieldMatch {
  pointer: string;
  value: Json;
  /** The object that holds the value. */
  around: JsonObject;
}

/** The values that a pointer with `*` matches, with their own pointers. */
function valuesAt(
  value: Json,
  steps: readonly string[],
  pointer: string,
  around: JsonObject = {},
): FieldMatch[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [{ pointer, value, around }];
  if (value === null || typeof value !== 'object') return [];
  const names = first === '*' ? Object.keys(value) : Object.hasOwn(value, first) ? [first] : [];
  const members = value as JsonObject;
  return names.flatMap((name) => valuesAt(members[name] ?? null, rest, pointerTo(pointer, name), members));
}

/** A file that a document names, as it is written there. */
export interface NamedFile {
  /** The field whose text the file holds. */
  holds: string;
  file: string;
  pointer: string;
  place: Place;
  check(): TextCheck;
  /** The faults of the text that the file holds. */
  faultsIn(content: Decoded): readonly TextFault[];
  /** True when a comment in the document silences this harmless fault. */
  tolerates(fault: TextFault): boolean;
}

/** A named file with its path in the branch. */
export interface LocatedFile extends NamedFile {
  /** Path of the document, from the root of the branch. */
  from: string;
  /** From the root of the branch; undefined when the path leads out of it. */
  path: string | undefined;
}

/** Shared by the many files that name none. */
const none: readonly LocatedFile[] = [];

/** @param prefix svc's folder in the repository, with a slash at its end */
export function locate(files: readonly NamedFile[], from: string, prefix = ''): readonly LocatedFile[] {
  return files.length === 0
    ? none
    : files.map((named) => ({ ...named, from, path: resolvePath(from, named.file, prefix) }));
}

/**
 * Resolves `file` in the file at `from`: relative to its folder, or from svc's folder with a leading slash. Undefined for a
 * path above svc's folder, an address, or a path with backslashes.
 * @param prefix svc's folder in the repository, with a slash at its end; both paths start above it
 */
export function resolvePath(from: string, file: string, prefix = ''): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(file) || file.includes('\\')) return undefined;
  const folders = file.startsWith('/') ? [] : from.slice(prefix.length).split('/').slice(0, -1);
  const path: string[] = [];
  for (const part of [...folders, ...file.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return undefined;
  }
  return prefix + path.join('/');
}

/** The check of a text, for any thread to make: the rule of a kind, with what it reads of the definition. */
export interface TextCheck {
  kind: string;
  /** Empty for a text that `compile` named. */
  field: string;
  /** The field, or the text that `compile` named. */
  holds: string;
  read: JsonObject;
}

type NamingKind = Pick<KindDefinition, 'kind' | 'attachments' | 'namedTexts'>;

/**
 * The files that a document names for its texts, with the checks of their texts.
 * @param named those that `compile` found
 */
export function namedFiles(
  kind: NamingKind,
  named: readonly Omit<WrittenFile, 'place'>[],
  document: { content: Pick<Content, 'definition'>; places: Places; ignores: readonly Ignore[] },
): NamedFile[] {
  const { content, places, ignores } = document;
  const { attachments: rules = [] } = kind;
  if (rules.length === 0 && named.length === 0) return [];
  const { definition } = content;
  const uses = rules.flatMap(({ field, holds }) => {
    const file = definition[field];
    const pointer = `/${field}`;
    return typeof file === 'string' ? [{ holds, file, pointer, place: places.of(pointer) }] : [];
  });
  const further = named.map((each) => ({ ...each, place: places.of(each.pointer) }));
  return withChecks([...uses, ...further], kind, content, ignores);
}

/** A named file without the checks of its text. */
export type WrittenFile = Pick<NamedFile, 'holds' | 'file' | 'pointer' | 'place'>;

export function withChecks(
  files: readonly WrittenFile[],
  kind: NamingKind,
  content: Pick<Content, 'definition'>,
  ignores: readonly Ignore[],
): NamedFile[] {
  return files.flatMap((file) => {
    const reads = findReads(kind, file);
    if (!reads) return [];
    const { line } = file.place;
    const tolerates = ({ rule }: TextFault) =>
      findRule(rule)?.harmless === true && isIgnored(ignores, { rule, line });
    let previous: TextCheck | undefined;
    // Made at its use: a start would otherwise parse every document that names a file.
    const check = () => {
      const { kind: name } = kind;
      previous ??= {
        kind: name,
        field: reads.field,
        holds: file.holds,
        read: reads.read(content.definition),
      };
      return previous;
    };
    return [{ ...file, check, faultsIn: (text) => getFaults(kind, check(), text), tolerates }];
  });
}

function findReads(
  { attachments = [], namedTexts }: NamingKind,
  { holds, pointer }: WrittenFile,
): { field: string; read(definition: JsonObject): JsonObject } | undefined {
  const rule = attachments.find((each) => holds === each.holds && pointer === `/${each.field}`);
  if (rule) return { field: rule.field, read: (definition) => readBy(rule, definition) };
  return namedTexts && { field: '', read: (definition) => namedTexts.reads(definition, holds) };
}

/** Longer values do not fit any schema. */
const maxReadLength = 100;

function readBy({ reads = [] }: AttachmentRule, definition: JsonObject): JsonObject {
  const read = reads.flatMap((name) => {
    const value = definition[name];
    return typeof value === 'string' && value.length <= maxReadLength ? [[name, value] as const] : [];
  });
  return Object.fromEntries(read);
}

/** Each edit of a document that passes something to a text makes a check of its own. */
const maxChecks = 10_000;

/** The faults of texts by what was checked: branches and entities share them. */
const checked = new WeakMap<Decoded, Map<string, readonly TextFault[]>>();

export function isChecked(check: TextCheck, content: Decoded): boolean {
  return checked.get(content)?.has(JSON.stringify(check)) === true;
}

export function keepFaults(check: TextCheck, content: Decoded, faults: readonly TextFault[]): void {
  const ofContent = checked.get(content) ?? new BoundedMap<string, readonly TextFault[]>(maxChecks);
  checked.set(content, ofContent.set(JSON.stringify(check), faults));
}

function getFaults(kind: NamingKind, check: TextCheck, content: Decoded): readonly TextFault[] {
  const previous = checked.get(content)?.get(JSON.stringify(check));
  if (previous) return previous;
  const faults = textFaults(kind, check, content);
  keepFaults(check, content, faults);
  return faults;
}

/** Runs the check of a text by its kind, and the search for tokens. */
export function textFaults(
  kind: NamingKind | undefined,
  { field, holds, read }: TextCheck,
  content: Pick<Decoded, 'text'>,
): TextFault[] {
  const { text } = content;
  const rule = kind?.attachments?.find((each) => each.field === field);
  const fault =
    field === ''
      ? kind?.namedTexts && prepared(kind.namedTexts, holds, content)(read)
      : rule?.check?.(text, read);
  return [...(fault ? [fault] : []), ...tokenFaults(text)];
}

type NamedTexts = NonNullable<KindDefinition['namedTexts']>;

/** The checks of texts alone, by what they hold. */
const alone = new WeakMap<object, Map<string, ReturnType<NamedTexts['prepare']>>>();

function prepared(texts: NamedTexts, holds: string, content: Pick<Decoded, 'text'>) {
  const ofContent = alone.get(content) ?? new Map<string, ReturnType<NamedTexts['prepare']>>();
  alone.set(content, ofContent);
  const preparedCheck = ofContent.get(holds) ?? texts.prepare(content.text, holds);
  ofContent.set(holds, preparedCheck);
  return preparedCheck;
}
