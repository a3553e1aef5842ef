import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeStep, member, pointerTo } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import { decode, parseYaml, type TextFinding, type YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { toJson } from '../../yaml-edit/read/yaml-value.js';
import type { ContentFinding, PointedFinding } from '../rules/finding.js';
import { checksOfContent, type Content as FileAsWritten, findRule } from '../rules/index.js';
import { Places } from '../rules/places.js';
import {
  type Analysis,
  type Claim,
  conclusionsOf,
  type Note,
  type PlacedReference,
  type StoredAnalysis,
  tooCostlyMessage,
  unreadable,
} from './analysis.js';
import { isJsonFile } from './entity-files.js';
import { FileContent, largeText, RecentContents, type Reparse } from './file-content.js';
import { type FileForm, type Identity, identify } from './identify.js';
import { findIgnores, type Ignore, isIgnored } from './ignores.js';
import type { EntityReference, KindDefinition } from './kind-definition.js';
import { type FoundReference, findReferences, namedFiles, withChecks } from './named-files.js';

export interface AnalysisLimits extends YamlLimits {
  /** Bytes. */
  size: number;
}

export interface Analyser {
  /** @param kind the kind of a file that may omit it */
  analyse(path: string, bytes: Uint8Array, kind?: string): Analysis;
  /** Restores an analysis of an earlier start. */
  restore(path: string, stored: StoredAnalysis): Analysis;
}

/** Parses, identifies, checks and compiles single files. */
export function createAnalyser(kinds: readonly KindDefinition[], limits: AnalysisLimits): Analyser {
  const known = new Map(kinds.map((kind) => [kind.kind, kind]));
  const recent = new RecentContents();
  const make = (form: FileForm): AnalysisTools => {
    return { kinds: known, limits, form, reparse: reparser(known, limits, form), recent };
  };
  const [json, yaml] = [make({ isJson: true, kind: undefined }), make({ isJson: false, kind: undefined })];
  const toolsFor = (path: string) => (isJsonFile(path) ? json : yaml);
  return {
    analyse: (path, bytes, kind) =>
      analyse(bytes, kind === undefined ? toolsFor(path) : make({ isJson: isJsonFile(path), kind })),
    restore: (path, stored) => restore(stored, toolsFor(path)),
  };
}

/** The tools for all files of one form. */
interface AnalysisTools {
  kinds: ReadonlyMap<string, KindDefinition>;
  limits: AnalysisLimits;
  form: FileForm;
  /** One function for all files: one for each would take much memory. */
  reparse: Reparse;
  recent: RecentContents;
}

function analyse(bytes: Uint8Array, tools: AnalysisTools): Analysis {
  const { limits } = tools;
  const { isJson } = tools.form;
  const { text, finding } = decode(bytes, limits.size);
  if (finding) return unreadableAt(text, [finding]);
  const tree = parseYaml(yamlOf(text, isJson), limits);
  if (tree.contents === undefined) return unreadableAt(text, tree.findings);
  const { value, findings } = toJson(tree.contents, limits);
  const json = isJson && findings.length === 0 ? strictJson(text) : undefined;
  if (findings.length > 0 || json) return unreadableAt(text, json ? [json] : findings);
  return analyseValue(value, text, new Places(tree.contents, text), tools);
}

/** JSON may be indented with tabs, which YAML forbids. */
function yamlOf(text: string, isJson: boolean): string {
  return isJson ? text.replaceAll('\t', ' ') : text;
}

function reparser(
  kinds: ReadonlyMap<string, KindDefinition>,
  limits: AnalysisLimits,
  form: FileForm,
): Reparse {
  return (text) => {
    const tree = parseYaml(yamlOf(text, form.isJson), limits);
    const { identity } = identify(toJson(tree.contents ?? null, limits).value, kinds, form);
    return identity?.definition ?? {};
  };
}

/** Builds the object member by member, because a start restores one for each file. */
function restore(stored: StoredAnalysis, tools: AnalysisTools): Analysis {
  const { text } = stored;
  const { identity, valid, references, claims, notes, files, findings, ignores, json } =
    conclusionsOf(stored);
  const kind = identity && tools.kinds.get(identity.kind);
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const content = kind && new FileContent(body, kind, tools.reparse, tools.recent, json);
  return {
    text,
    identity,
    content,
    references,
    claims,
    notes,
    files:
      kind && content && files.length > 0 ? withChecks(files, kind.attachments ?? [], content, ignores) : [],
    offers: valid && content ? kind?.offers?.(content.definition) : undefined,
    findings,
    ignores,
    valid,
  };
}

function analyseValue(value: Json, text: string, places: Places, tools: AnalysisTools): Analysis {
  const { kinds, form } = tools;
  const { identity, findings } = identify(value, kinds, form);
  const ignores = findIgnores(text, places);
  if (!identity)
    return {
      ...unreadable(text, []),
      findings: findings.map((found) => placed(found, places)),
      ignores,
      valid: isQuiet(findings),
    };
  const { kind, definition } = identity;
  const faults: PointedFinding[] = [
    ...findings,
    ...kind.validate(definition).map((fault): PointedFinding => ({ ...fault, severity: 'error' })),
  ];
  const built = isQuiet(faults) ? compile(kind, definition) : undefined;
  const further =
    built?.findings ?? besideFaults(faults, compile(kind, definition)?.findings ?? [], definition);
  const all = [...faults, ...further].map((found) => placed(found, places));
  const references = referencesOf(kind, definition, built?.references ?? [], places).filter((found) =>
    kinds.has(found.kind),
  );
  if (references.length > mostReferences) all.push(tooManyReferences(references, places));
  checkContent({ text, definition, places, isJson: form.isJson }, all);
  const valid = isQuiet(all.filter((found) => !isHarmless(found, ignores)));
  const json = text.length > largeText ? JSON.stringify(definition) : undefined;
  const content = new FileContent(text, kind, tools.reparse, tools.recent, json);
  return {
    text,
    identity: identityOf(identity, places),
    content,
    references: references.length > mostReferences ? [] : references,
    claims: valid ? claimsOf(kind, definition, places) : [],
    notes: valid ? notesOf(kind, definition, places) : [],
    files: valid ? namedFiles(kind.attachments ?? [], content, places, ignores) : [],
    offers: valid ? kind.offers?.(definition) : undefined,
    findings: all,
    ignores,
    valid,
  };
}

/** References are compared with the whole branch, each time that one of their targets changes. */
const mostReferences = 10_000;

function tooManyReferences(references: readonly PlacedReference[], places: Places): ContentFinding {
  const message = `the file refers to other entities ${references.length} times, more than ${mostReferences}`;
  return placed({ rule: 'yaml-size', severity: 'error', pointer: '', message, hint: 'Split it.' }, places);
}

/** Adds the findings of the rules for single files. */
function checkContent(content: FileAsWritten, findings: ContentFinding[]): void {
  for (const { id, severity, yieldsTo, check } of checksOfContent) {
    const reported = findings.filter(({ rule }) => yieldsTo?.includes(rule)).map(({ pointer }) => pointer);
    const found = check(content).filter(({ pointer }) => !reported.includes(pointer));
    findings.push(...found.map((each) => ({ rule: id, severity, ...each })));
  }
}

function isHarmless(found: ContentFinding, ignores: readonly Ignore[]): boolean {
  return findRule(found.rule)?.harmless === true && isIgnored(ignores, found);
}

type Compiled = ReturnType<NonNullable<KindDefinition['compile']>>;

/** Turns an exception of the compiler into a finding: a hostile document can exhaust any compiler. */
function compile(kind: KindDefinition, definition: JsonObject): Compiled | undefined {
  try {
    return kind.compile?.(definition);
  } catch (error) {
    const reason = error instanceof Problem || error instanceof RangeError ? error.message : String(error);
    const message = `the ${kind.kind} cannot be compiled: ${reason}`;
    return { findings: [{ rule: 'compile-failed', severity: 'error', pointer: '', message }] };
  }
}

function identityOf({ kind, name, pointer }: Identity, places: Places): Analysis['identity'] {
  return name === undefined ? undefined : { kind: kind.kind, name, pointer, place: places.of(pointer) };
}

function referencesOf(
  kind: KindDefinition,
  definition: JsonObject,
  compiled: readonly EntityReference[],
  places: Places,
): PlacedReference[] {
  const found: FoundReference[] = [...findReferences(kind.references, definition), ...compiled];
  return found.map(({ at, ...reference }) => ({
    ...reference,
    place: places.of(reference.pointer, at),
    ...(reference.needsAt === undefined ? {} : { needsPlace: places.of(reference.needsAt) }),
  }));
}

function claimsOf(kind: KindDefinition, definition: JsonObject, places: Places): Claim[] {
  return (kind.exclusive ?? []).flatMap(({ pointer, value, message }) => {
    const [held] = findReferences(
      [{ pointer, kind: '', nameOf: (found) => (found === value ? 'held' : undefined) }],
      definition,
    );
    return held ? [{ key: `${kind.kind}${pointer}`, pointer, message, place: places.of(pointer) }] : [];
  });
}

function notesOf({ notes = [] }: KindDefinition, definition: JsonObject, places: Places): Note[] {
  return notes.flatMap((field) => {
    const value = member(definition, field);
    const pointer = pointerTo('', field);
    return value === undefined ? [] : [{ pointer, value, place: places.of(pointer) }];
  });
}

function placed({ at, offset, ...finding }: PointedFinding, places: Places): ContentFinding {
  return { ...finding, ...places.of(finding.pointer, at, offset) };
}

function isQuiet(findings: readonly { severity: string }[]): boolean {
  return findings.every(({ severity }) => severity !== 'error');
}

/** Finds what YAML allows and JSON does not: comments, plain scalars, trailing commas. */
function strictJson(text: string): TextFinding | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const { message } = error as SyntaxError;
    const start = Math.min(Number(/position (\d+)/.exec(message)?.[1] ?? 0), text.length);
    return {
      rule: 'json-syntax',
      message: `not valid JSON: ${message.replace(/ in JSON at position.*/s, '')}`,
      start,
      end: start + 1,
    };
  }
}

/** The analysis of a file that threads cannot analyse: it needs too much time or memory. */
export function tooCostly(bytes: Uint8Array, limits: AnalysisLimits): Analysis {
  const finding = { rule: 'yaml-size', message: tooCostlyMessage, hint: 'Split it.', start: 0, end: 0 };
  return unreadableAt(decode(bytes, limits.size).text, [finding]);
}

function unreadableAt(text: string, findings: readonly TextFinding[]): Analysis {
  const places = new Places(null, text);
  const placed = findings.map(({ start, end, ...found }) => ({
    ...found,
    severity: 'error' as const,
    pointer: '',
    ...places.range(start, end),
  }));
  return unreadable(text, placed);
}

/**
 * The findings of the compiler for a definition that breaks its schema, without those that a schema error explains and
 * those about fields that do not exist.
 */
function besideFaults(
  faults: readonly PointedFinding[],
  compiled: readonly PointedFinding[],
  definition: JsonObject,
): PointedFinding[] {
  return compiled.filter(
    ({ rule, pointer }) =>
      rule !== 'flow-structure' &&
      rule !== 'compile-failed' &&
      hasValueAt(definition, pointer) &&
      !faults.some((fault) => explains(fault, pointer)),
  );
}

/** True when a schema error covers a place. A missing field does not explain faults of the fields beside it. */
function explains({ rule, pointer }: PointedFinding, place: string): boolean {
  const isInside = place.startsWith(`${pointer}/`);
  return pointer === place || pointer.startsWith(`${place}/`) || (isInside && rule !== 'field-missing');
}

function hasValueAt(definition: JsonObject, pointer: string): boolean {
  let at: Json | undefined = definition;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return false;
    const name = decodeStep(part);
    if (!Object.hasOwn(at, name)) return false;
    at = (at as JsonObject)[name];
  }
  return true;
}
