import { objectOr } from '../../../schemas/json/values.js';
import { orList } from '../../../schemas/wording.js';
import { textEndings } from '../../git/trees/names.js';
import { LineIndex } from '../../yaml-edit/read/yaml-document.js';
import type { PlacedReference } from '../parse/analysis.js';
import { isAttachable } from '../parse/entity-files.js';
import type { LocatedFile } from '../parse/named-files.js';
import type { Finding } from '../rules/finding.js';
import {
  type BranchState,
  type EntityId,
  entityId,
  type FileEntry,
  getEntityKind,
  getEntityName,
} from '../state/branch-state.js';
import { exists, type Facts, findProvidedNames, getMisuses, isResolved } from '../state/readiness.js';
import { FilePlaces, Suggestions } from './finding-aids.js';

/** A list of findings in the making. */
export interface Linking {
  facts: Facts;
  suggestions: Suggestions;
  places: FilePlaces;
}

export function getLinking(state: BranchState, facts: Facts, places = new FilePlaces()): Linking {
  return { facts, suggestions: new Suggestions(state), places };
}

type Fault = Pick<Finding, 'rule' | 'message' | 'hint'>;

/** The errors of the texts that a document names, silenced ones included. */
export function attachmentFindings(linking: Linking, entry: FileEntry): Finding[] {
  return entry.texts.flatMap((named) => {
    const { pointer, place } = named;
    const at = { severity: 'error' as const, file: entry.path, pointer, ...place };
    return getFaults(linking, named).map((fault) => ({ ...at, ...fault }));
  });
}

function getFaults({ facts, suggestions }: Linking, named: LocatedFile): Fault[] {
  const { file, path } = named;
  if (path === undefined) {
    const hint =
      'Name a file of the branch: from the folder of this one or, with a leading `/`, from the root.';
    return [{ rule: 'file-outside', message: `\`${file}\` leads out of the branch`, hint }];
  }
  if (!isAttachable(path)) {
    const endings = textEndings.map((ending) => `.${ending}`).join(', ');
    const hint = `Texts lie in no hidden folder and end in ${endings}; schemas in .schema.json or .schema.yaml, descriptions of APIs in .openapi.json, .openapi.yaml, .asyncapi.json or .asyncapi.yaml, presets in .preset.yaml.`;
    return [{ rule: 'file-unreadable', message: `\`${file}\` is no text that an entity may name`, hint }];
  }
  const { content } = facts.text(path) ?? {};
  if (!content) {
    const message = `there is no file \`${path}\``;
    return [{ rule: 'file-missing', message, ...hinted(suggestions.forPath(named)) }];
  }
  if (content.finding) {
    const { message, hint } = content.finding;
    return [{ rule: 'file-unreadable', message: `\`${path}\`: ${message}`, ...(hint ? { hint } : {}) }];
  }
  const faults = named.faultsIn(content);
  if (faults.length === 0) return [];
  const lines = new LineIndex(content.text);
  return faults.map(({ offset, message, ...rest }) => {
    const { line, column } = lines.position(offset);
    return { ...rest, message: `${path}:${line}:${column}: ${message}` };
  });
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}

const namedOthers = 3;

/** The errors of an entity that depend on other files; several files may define it. */
export function linkFindings(linking: Linking, id: EntityId): Finding[] {
  const { facts } = linking;
  const paths = facts.definers(id);
  return paths.flatMap((path) => {
    const entry = facts.file(path);
    if (!entry) return [];
    return [
      ...duplicates(id, entry, paths),
      ...disputedClaims(entry, facts),
      ...danglingReferences(linking, entry),
      ...misuseFindings(linking, entry),
      ...attachmentFindings(linking, entry),
    ];
  });
}

function duplicates(id: EntityId, entry: FileEntry, paths: readonly string[]): Finding[] {
  const { identity } = entry.analysis;
  if (paths.length < 2 || !identity) return [];
  const { pointer, place } = identity;
  const at = { severity: 'error' as const, file: entry.path, pointer, ...place };
  const message = `${getEntityKind(id)} \`${getEntityName(id)}\` is also defined in ${others(entry.path, paths)}`;
  return [{ rule: 'duplicate-entity', ...at, message, hint: 'Rename one of them, or delete it.' }];
}

function disputedClaims(entry: FileEntry, facts: Facts): Finding[] {
  return entry.analysis.uniqueKeys.flatMap(({ key, place, pointer, message }) => {
    const paths = facts.holders(key);
    if (paths.length < 2) return [];
    const at = { severity: 'error' as const, file: entry.path, pointer, ...place };
    const text = `${message}; ${others(entry.path, paths)} ${paths.length > 2 ? 'have' : 'has'} it too`;
    return [{ rule: 'duplicate-value', ...at, message: text, hint: 'Take it out of all but one.' }];
  });
}

function danglingReferences(linking: Linking, entry: FileEntry): Finding[] {
  const { facts } = linking;
  return entry.analysis.references
    .filter((reference) => !isResolved(facts, reference))
    .map((reference) => {
      const { kind, name, pointer, place, needsAt, needsPlace } = reference;
      const unmet = exists(facts, entityId(kind, name));
      return {
        rule: unmet ? 'reference-unmet' : 'reference-dangling',
        severity: 'error',
        file: entry.path,
        pointer: (unmet && needsAt) || pointer,
        ...((unmet && needsPlace) || place),
        ...explain(linking, reference),
      };
    });
}

/** The findings about what an entity passes to others: arguments of calls, changes of connections. */
export function misuseFindings({ facts, places }: Linking, entry: FileEntry): Finding[] {
  return entry.analysis.references.flatMap((reference) =>
    getMisuses(facts, reference).map(({ pointer: inside, at, offset, ...fault }): Finding => {
      // The reference itself names what the entity does not offer.
      const isUnmet = fault.rule === 'reference-unmet' && inside === '';
      const position = isUnmet ? reference.needsAt : reference.argumentPointer;
      const pointer = `${position ?? reference.pointer}${inside}`;
      const place = places.of(entry, { pointer, at });
      const whole = places.of(entry, { pointer: '' });
      // A field that is missing at the top level of a file has no place there.
      const isWhole = place?.line === whole?.line && place?.column === whole?.column;
      return { ...fault, file: entry.path, pointer, ...(isWhole || !place ? reference.place : place) };
    }),
  );
}

function explain({ facts, suggestions }: Linking, reference: PlacedReference): Omit<Fault, 'rule'> {
  const { kind, name, needs } = reference;
  const id = entityId(kind, name);
  if (needs === undefined || !exists(facts, id)) {
    return { message: `there is no ${kind} \`${name}\``, ...hinted(suggestions.forEntity(kind, name)) };
  }
  const message = `${kind} \`${name}\` has no \`${needs}\``;
  return { message, ...hinted(suggestions.forProvidedName(needs, findProvidedNames(facts, id))) };
}

/** Names the other paths among `paths`, which hold `path` itself. */
function others(path: string, paths: readonly string[]): string {
  const first = paths.slice(0, namedOthers + 1).filter((one) => one !== path);
  const listed = first.slice(0, namedOthers).join(', ');
  const more = paths.length - 1 - namedOthers;
  return more > 0 ? `${listed} and ${more} more` : listed;
}

/** The findings about the content of one file. */
export function ownFindings(facts: Facts, path: string): Finding[] {
  const { findings = [], notes = [] } = facts.file(path)?.analysis ?? {};
  return findings.map((finding) => {
    const note = notes.find(({ pointer }) => pointer === finding.pointer);
    const { callee } = objectOr(note?.value);
    if (typeof callee === 'string' && exists(facts, entityId('flow', callee))) {
      const message = `\`${callee}\` is a flow: flows are run, not called`;
      const hint = `Write \`run: { workflow: { namespace: …, name: ${callee}, version: latest } }\`.`;
      return { ...finding, file: path, message, hint };
    }
    const providedNames =
      typeof callee === 'string' ? findProvidedNames(facts, entityId('connection', callee)) : undefined;
    if (!providedNames || finding.rule !== 'reference-unknown') return { ...finding, file: path };
    const message = `\`${callee}\` is a connection, and the call names no action of it`;
    const names = [...providedNames].slice(0, maxActions).map((action) => `\`${callee}.${action}\``);
    return { ...finding, file: path, message, hint: `Write ${orList(names)}.` };
  });
}

/** Most actions that a hint names. */
const maxActions = 10;
