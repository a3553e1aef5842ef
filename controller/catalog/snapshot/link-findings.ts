import { nearest } from '../../problems/index.js';
import type { PlacedReference } from '../parse/analysis.js';
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
import { attachmentFindings } from './attachment-findings.js';

/** Among more entities of a kind, a search for the intended name would cost too much. */
const maxCandidates = 5_000;
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
  return [
    {
      rule: 'duplicate-entity',
      severity: 'error',
      file: entry.path,
      pointer: identity.pointer,
      ...identity.place,
      message: `${kindOf(id)} \`${nameOf(id)}\` is also defined in ${others(entry.path, paths)}`,
      hint: 'Rename one of them, or delete it.',
    },
  ];
}

function disputedClaims(entry: FileEntry, facts: Facts): Finding[] {
  return entry.analysis.claims.flatMap(({ key, place, pointer, message }) => {
    const paths = facts.holders(key);
    if (paths.length < 2) return [];
    const text = `${message}; ${others(entry.path, paths)} has it too`;
    const hint = 'Take it out of all but one.';
    return [
      {
        rule: 'duplicate-value',
        severity: 'error',
        file: entry.path,
        pointer,
        ...place,
        message: text,
        hint,
      },
    ];
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
    return { message: `${kind} \`${name}\` has no \`${needs}\``, hint: suggestion(needs, offers) };
  }
  const known = state.entities.get(kind);
  const message = `there is no ${kind} \`${name}\``;
  if (!known || known.size === 0) return { message, hint: `No file defines a ${kind} yet.` };
  if (known.size > maxCandidates) return { message };
  return { message, hint: suggestion(name, known.sortedKeys.map(nameOf)) };
}

function suggestion(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  const listed = known.slice(0, 10).map((one) => `\`${one}\``);
  return `Known: ${listed.join(', ')}${known.length > 10 ? ', …' : ''}.`;
}

function others(path: string, paths: readonly string[]): string {
  const rest = paths.filter((one) => one !== path);
  const listed = rest.slice(0, namedOthers).join(', ');
  return rest.length > namedOthers ? `${listed} and ${rest.length - namedOthers} more` : listed;
}
