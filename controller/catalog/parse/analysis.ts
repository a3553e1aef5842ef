import type { Json } from '../../../schemas/json/types.js';
import type { ContentFinding } from '../rules/finding.js';
import type { Place } from '../rules/places.js';
import type { FileContent } from './file-content.js';
import type { Ignore } from './ignores.js';
import type { EntityReference } from './kind-definition.js';
import type { NamedFile, WrittenFile } from './named-files.js';

export interface PlacedReference extends EntityReference {
  place: Place;
  /** The place of `needsAt`. */
  needsPlace?: Place;
}

/** A value that only one entity of a branch may have, as one entity claims it. */
export interface UniqueKey {
  key: string;
  place: Place;
  pointer: string;
  /** The finding of each holder when there are several. */
  message: string;
}

/** A value that rules across files read. */
export interface Note {
  pointer: string;
  value: Json;
  place: Place;
}

/** The result of analysing one file's content alone. Immutable; shared by all branches that have the blob. */
export interface Analysis {
  readonly text: string;
  readonly identity:
    | {
        readonly kind: string;
        readonly name: string;
        readonly place: Place;
        readonly pointer: string;
        /** The file has an unknown kind: it yields to a file that defines the entity. */
        readonly isInferred?: true;
      }
    | undefined;
  /** Set for a file that defines an entity. */
  readonly content: FileContent | undefined;
  /** Also of a file with errors, so that errors of its references are reported with the others. */
  readonly references: readonly PlacedReference[];
  readonly uniqueKeys: readonly UniqueKey[];
  readonly notes: readonly Note[];
  readonly files: readonly NamedFile[];
  readonly providedNames: ReadonlySet<string> | undefined;
  /** A digest of what the kind `takes` from the definition: references are checked again when it changes. */
  readonly interfaceDigest: string | undefined;
  readonly findings: readonly ContentFinding[];
  /** The comments that silence findings of this file. */
  readonly ignores: readonly Ignore[];
  /** True when no finding is an error, apart from silenced harmless ones. */
  readonly valid: boolean;
  /** True when the file tells what its entity offers and takes: it is valid, or its errors lie elsewhere. */
  readonly isInterfaceKnown: boolean;
  /** The tool that the file belongs to; such a file is passed over. */
  readonly tool?: string | undefined;
}

/** The analysis of a file that cannot be read. */
export function unreadable(text: string, findings: readonly ContentFinding[]): Analysis {
  return {
    text,
    identity: undefined,
    content: undefined,
    references: [],
    uniqueKeys: [],
    notes: [],
    files: [],
    providedNames: undefined,
    interfaceDigest: undefined,
    findings,
    ignores: [],
    valid: false,
    isInterfaceKnown: false,
  };
}

/** The analysis of a file that belongs to another tool: without findings. */
export function createSkippedAnalysis(text: string, tool: string): Analysis {
  return { ...unreadable(text, []), valid: true, tool };
}

/** An analysis as it is kept between two starts: the text, and the conclusions from it as JSON. */
export interface StoredAnalysis {
  readonly text: string;
  readonly conclusions: string;
}

/** The parts of an analysis that do not need the definition to be restored. */
export interface Conclusions
  extends Pick<Analysis, 'identity' | 'valid' | 'tool' | 'interfaceDigest'>,
    Lists {
  /** The definition of a large text. */
  readonly json?: string | undefined;
}

interface Lists extends Pick<Analysis, 'references' | 'uniqueKeys' | 'notes' | 'findings' | 'ignores'> {
  readonly files: readonly WrittenFile[];
}

/** Findings of these rules concern secrets in a text, which must not be copied. */
const confidential: ReadonlySet<string> = new Set(['secret-token', 'secret-field', 'credential-plain']);

/** The message about a file whose analysis was ended. */
export const tooCostlyMessage = 'checking the file takes too much time or memory';

/**
 * Undefined for a file that seems to hold a secret, and for one whose analysis was ended, perhaps because the machine was
 * busy: both are analysed at each start.
 */
export function toStored(analysis: Analysis): StoredAnalysis | undefined {
  const isFleeting = analysis.findings.some(
    ({ rule, message }) => confidential.has(rule) || message === tooCostlyMessage,
  );
  return isFleeting ? undefined : conclude(analysis);
}

/** The analysis as it can be kept or sent; `restore` of an analyser undoes it. */
export function conclude(analysis: Analysis): StoredAnalysis {
  const {
    text,
    identity,
    content,
    references,
    uniqueKeys: claims,
    notes,
    findings,
    ignores,
    valid,
    tool,
    interfaceDigest: takes,
  } = analysis;
  const files = analysis.files.map(({ holds, file, pointer, place }) => ({ holds, file, pointer, place }));
  const lists: Lists = { references, uniqueKeys: claims, notes, files, findings, ignores };
  const json = content?.json;
  // Empty lists, which most are, need not be parsed at each start.
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return {
    text,
    conclusions: JSON.stringify({ identity, valid, tool, takes, json, ...Object.fromEntries(filled) }),
  };
}

/** Shared by all files: most of their lists are empty. */
const none: readonly never[] = [];

export function getConclusions({ conclusions }: StoredAnalysis): Conclusions {
  const stored = JSON.parse(conclusions) as Omit<Conclusions, keyof Lists> & Partial<Lists>;
  const {
    identity,
    valid,
    tool,
    interfaceDigest: takes,
    json,
    references = none,
    uniqueKeys: claims = none,
    files = none,
  } = stored;
  const { notes = none, findings = none, ignores = none } = stored;
  return {
    identity,
    valid,
    tool,
    interfaceDigest: takes,
    json,
    references,
    uniqueKeys: claims,
    notes,
    files,
    findings,
    ignores,
  };
}
