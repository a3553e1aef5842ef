import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
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
    valuesAt(definition, rule.pointer.split('/').slice(1), '').flatMap((found) => apply(rule, found)),
  );
}

function apply(rule: ReferenceRule, { pointer, value, around }: Found): FoundReference[] {
  const kind = typeof rule.kind === 'string' ? rule.kind : around[rule.kind.beside];
  if (typeof kind !== 'string') return [];
  if (rule.keys) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
    return Object.entries(value).map(([name, passed]) => {
      const at = pointerTo(pointer, name);
      const given = rule.passes ? { given: JSON.stringify(passed), givenAt: at } : {};
      return { kind, name, pointer: at, at: 'name', ...given };
    });
  }
  const name = rule.nameOf ? rule.nameOf(value) : typeof value === 'string' ? value : undefined;
  if (name === undefined) return [];
  const needs = rule.needs === undefined ? undefined : around[rule.needs];
  if (rule.needs === undefined || typeof needs !== 'string') return [{ kind, name, pointer }];
  const needsAt = pointerTo(pointer.slice(0, pointer.lastIndexOf('/')), rule.needs);
  return [{ kind, name, pointer, needs, needsAt }];
}

interface Found {
  pointer: string;
  value: Json;
  /** The object that holds the value. */
  around: JsonObject;
}

/** The values that a pointer with `*` matches, with their own pointers. */
function valuesAt(value: Json, steps: readonly string[], pointer: string, around: JsonObject = {}): Found[] {
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

/** The files that a document names for its texts, with the checks of their texts. */
export function namedFiles(
  kind: KindDefinition,
  named: readonly Omit<WrittenFile, 'place'>[],
  content: Pick<Content, 'definition'>,
  places: Places,
  ignores: readonly Ignore[],
): NamedFile[] {
  const rules = kind.attachments ?? [];
  if (rules.length === 0 && named.length === 0) return [];
  const { definition } = content;
  const written = rules.flatMap(({ field, holds }) => {
    const file = definition[field];
    const pointer = `/${field}`;
    return typeof file === 'string' ? [{ holds, file, pointer, place: places.of(pointer) }] : [];
  });
  const further = named.map((each) => ({ ...each, place: places.of(each.pointer) }));
  return withChecks([...written, ...further], kind, content, ignores);
}

/** A named file without the checks of its text. */
export type WrittenFile = Pick<NamedFile, 'holds' | 'file' | 'pointer' | 'place'>;

export function withChecks(
  files: readonly WrittenFile[],
  kind: KindDefinition,
  content: Pick<Content, 'definition'>,
  ignores: readonly Ignore[],
): NamedFile[] {
  return files.flatMap((file) => {
    const rule = ruleOf(kind, file);
    if (!rule) return [];
    const { line } = file.place;
    const tolerates = ({ rule }: TextFault) =>
      findRule(rule)?.harmless === true && isIgnored(ignores, { rule, line });
    return [{ ...file, faultsIn: checker(rule, content), tolerates }];
  });
}

function ruleOf(kind: KindDefinition, { holds, pointer }: WrittenFile): AttachmentRule | undefined {
  const found = kind.attachments?.find((each) => holds === each.holds && pointer === `/${each.field}`);
  const check = kind.checkFile?.bind(kind);
  return (
    found ?? (check && { field: '', holds, check: (text, definition) => check(text, definition, holds) })
  );
}

/** Runs the check of a rule and the search for tokens, once for each text: branches may have different texts. */
function checker({ check }: AttachmentRule, source: Pick<Content, 'definition'>): NamedFile['faultsIn'] {
  const known = new WeakMap<Decoded, readonly TextFault[]>();
  return (content) => {
    let faults = known.get(content);
    if (!faults) {
      const fault = check?.(content.text, source.definition);
      faults = [...(fault ? [fault] : []), ...tokenFaults(content.text)];
      known.set(content, faults);
    }
    return faults;
  };
}
