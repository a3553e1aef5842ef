import { nearest } from '../problems/index.js';
import type { PlacedReference } from './analysis.js';
import { attachmentFindings } from './attachment-findings.js';
import {
  type BranchState,
  type EntityId,
  type EntityState,
  entityId,
  type FileEntry,
  kindOf,
  nameOf,
} from './branch-state.js';
import type { Finding } from './contract.js';
import type { LayeredMap } from './layered-map.js';
import { exists, type Facts, leadsSomewhere, offersOf } from './readiness.js';

/** Beyond so many entities of a kind, looking for the name that was meant costs more than it helps. */
const maxCandidates = 5_000;
const namedOthers = 3;

/** What is wrong with an entity because of what stands in other files; one file may define it, or several. */
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
    .filter((reference) => !leadsSomewhere(facts, reference))
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
  return { message, hint: suggestion(name, namesOf(known)) };
}

const sortedNames = new WeakMap<LayeredMap<EntityState>, readonly string[]>();

/** In order, so that of two names as near the same one is suggested always. */
function namesOf(entities: LayeredMap<EntityState>): readonly string[] {
  const known = sortedNames.get(entities) ?? [...entities.keys()].map(nameOf).sort();
  sortedNames.set(entities, known);
  return known;
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
