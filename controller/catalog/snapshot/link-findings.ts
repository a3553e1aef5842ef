import { posix } from 'node:path';
import { textEndings } from '../../git/trees/names.js';
import { didYouMean, nearest } from '../../problems/index.js';
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
  kindOf,
  nameOf,
} from '../state/branch-state.js';
import { exists, type Facts, isResolved, offersOf } from '../state/readiness.js';

/** Among more candidates, a search for the intended text or entity would cost too much. */
const maxCandidates = 5_000;

type Fault = Pick<Finding, 'rule' | 'message' | 'hint'>;

/** The errors of the texts that a document names, silenced ones included. */
export function attachmentFindings(state: BranchState, facts: Facts, entry: FileEntry): Finding[] {
  return entry.texts.flatMap((named) => {
    const { pointer, place } = named;
    const at = { severity: 'error' as const, file: entry.path, pointer, ...place };
    return faultsOf(state, facts, named).map((fault) => ({ ...at, ...fault }));
  });
}

function faultsOf(state: BranchState, facts: Facts, named: LocatedFile): Fault[] {
  const { file, path } = named;
  if (path === undefined) {
    const hint =
      'Name a file of the branch: from the folder of this one or, with a leading `/`, from the root.';
    return [{ rule: 'file-outside', message: `\`${file}\` leads out of the branch`, hint }];
  }
  if (!isAttachable(path)) {
    const endings = textEndings.map((ending) => `.${ending}`).join(', ');
    const hint = `Texts lie in no hidden folder and end in ${endings}.`;
    return [{ rule: 'file-unreadable', message: `\`${file}\` is no text that an entity may name`, hint }];
  }
  const { content } = facts.text(path) ?? {};
  if (!content) {
    return [{ rule: 'file-missing', message: `there is no file \`${path}\``, ...intendedPath(state, named) }];
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

/** Suggests the intended path, written the way the document writes it. */
function intendedPath(state: BranchState, { file, from, path = '' }: LocatedFile): { hint?: string } {
  if (state.texts.size === 0 || state.texts.size > maxCandidates) return {};
  const paths = state.texts.sortedKeys;
  const name = posix.basename(path);
  const meant = paths.findLast((known) => posix.basename(known) === name) ?? nearest(path, paths);
  if (meant === undefined) return {};
  const written = file.startsWith('/') ? `/${meant}` : posix.relative(posix.dirname(from), meant);
  return { hint: `Did you mean \`${written}\`?` };
}

const namedOthers = 3;

/** The errors of an entity that depend on other files; several files may define it. */
export function linkFindings(state: BranchState, facts: Facts, id: EntityId): Finding[] {
  const paths = facts.definers(id);
  return paths.flatMap((path) => {
    const entry = facts.file(path);
    if (!entry) return [];
    return [
      ...duplicates(id, entry, paths),
      ...disputedClaims(entry, facts),
      ...danglingReferences(state, facts, entry),
      ...attachmentFindings(state, facts, entry),
    ];
  });
}

function duplicates(id: EntityId, entry: FileEntry, paths: readonly string[]): Finding[] {
  const { identity } = entry.analysis;
  if (paths.length < 2 || !identity) return [];
  const { pointer, place } = identity;
  const at = { severity: 'error' as const, file: entry.path, pointer, ...place };
  const message = `${kindOf(id)} \`${nameOf(id)}\` is also defined in ${others(entry.path, paths)}`;
  return [{ rule: 'duplicate-entity', ...at, message, hint: 'Rename one of them, or delete it.' }];
}

function disputedClaims(entry: FileEntry, facts: Facts): Finding[] {
  return entry.analysis.claims.flatMap(({ key, place, pointer, message }) => {
    const paths = facts.holders(key);
    if (paths.length < 2) return [];
    const at = { severity: 'error' as const, file: entry.path, pointer, ...place };
    const text = `${message}; ${others(entry.path, paths)} has it too`;
    return [{ rule: 'duplicate-value', ...at, message: text, hint: 'Take it out of all but one.' }];
  });
}

function danglingReferences(state: BranchState, facts: Facts, entry: FileEntry): Finding[] {
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
        ...explain(state, facts, reference),
      };
    });
}

function explain(
  state: BranchState,
  facts: Facts,
  reference: PlacedReference,
): { message: string; hint?: string } {
  const { kind, name, needs } = reference;
  const id = entityId(kind, name);
  if (needs !== undefined && exists(facts, id)) {
    const offers = [...(offersOf(facts, id) ?? [])].sort();
    return { message: `${kind} \`${name}\` has no \`${needs}\``, hint: intendedName(needs, offers) };
  }
  const known = state.entities.get(kind);
  const message = `there is no ${kind} \`${name}\``;
  if (!known || known.size === 0) return { message, hint: `No file defines a ${kind} yet.` };
  if (known.size > maxCandidates) return { message };
  return { message, hint: intendedName(name, known.sortedKeys.map(nameOf)) };
}

function intendedName(name: string, known: readonly string[]): string {
  const listed = known.slice(0, 10).map((one) => `\`${one}\``);
  const [hint = `Known: ${listed.join(', ')}${known.length > 10 ? ', …' : ''}.`] = didYouMean(name, known);
  return hint;
}

function others(path: string, paths: readonly string[]): string {
  const rest = paths.filter((one) => one !== path);
  const listed = rest.slice(0, namedOthers).join(', ');
  return rest.length > namedOthers ? `${listed} and ${rest.length - namedOthers} more` : listed;
}
