import type { Json, JsonObject } from '../../schemas/json.js';
import { Problem } from '../problems/index.js';
import {
  type Analysis,
  type Claim,
  type ContentFinding,
  type Ignore,
  type PlacedReference,
  unreadable,
} from './analysis.js';
import { besideFaults } from './beside-faults.js';
import type { EntityReference, KindDefinition, PointedFinding } from './contract.js';
import { decode, type TextFinding } from './decode.js';
import { isJsonFile } from './entity-files.js';
import { type Content, FileContent, RecentContents, type Reparse } from './file-content.js';
import { type FileForm, type Identity, identify } from './identify.js';
import { findIgnores, isIgnored } from './ignores.js';
import { namedFiles, withChecks } from './named-files.js';
import { Places } from './places.js';
import { type FoundReference, findReferences } from './references.js';
import { checksOfContent, type Content as FileAsWritten, findRule } from './rules/index.js';
import { conclusionsOf, type StoredAnalysis } from './stored-analysis.js';
import { parseYaml, type YamlLimits } from './yaml-document.js';
import { toJson } from './yaml-value.js';

export interface AnalysisLimits extends YamlLimits {
  /** Bytes. */
  size: number;
}

export interface Analyser {
  /** @param kind what the file is, where it may leave that out */
  analyse(path: string, bytes: Uint8Array, kind?: string): Analysis;
  /** The same as was found out once, without doing it again. */
  restore(path: string, stored: StoredAnalysis): Analysis;
}

/** Parses, identifies, checks and compiles single files. */
export function createAnalyser(kinds: readonly KindDefinition[], limits: AnalysisLimits): Analyser {
  const known = new Map(kinds.map((kind) => [kind.kind, kind]));
  const recent = new RecentContents();
  const make = (form: FileForm): Workshop => {
    const reparse = reparser(known, limits, form);
    return { kinds: known, limits, form, reparse, recent };
  };
  const [json, yaml] = [make({ isJson: true, kind: undefined }), make({ isJson: false, kind: undefined })];
  const workshopFor = (path: string) => (isJsonFile(path) ? json : yaml);
  return {
    analyse: (path, bytes, kind) =>
      analyse(bytes, kind === undefined ? workshopFor(path) : make({ isJson: isJsonFile(path), kind })),
    restore: (path, stored) => restore(stored, workshopFor(path)),
  };
}

/** What every file of a form is analysed with. */
interface Workshop {
  kinds: ReadonlyMap<string, KindDefinition>;
  limits: AnalysisLimits;
  form: FileForm;
  /** One for all files: they are many. */
  reparse: Reparse;
  recent: RecentContents;
}

function analyse(bytes: Uint8Array, workshop: Workshop): Analysis {
  const { limits } = workshop;
  const decoded = decode(bytes, limits.size);
  const { text } = decoded;
  const { isJson } = workshop.form;
  if (decoded.finding) return unreadableAt(text, [decoded.finding]);
  const tree = parseYaml(yamlOf(text, isJson), limits);
  if (tree.contents === undefined) return unreadableAt(text, tree.findings);
  const { value, findings } = toJson(tree.contents, limits);
  const json = isJson && findings.length === 0 ? strictJson(text) : undefined;
  if (findings.length > 0 || json) return unreadableAt(text, json ? [json] : findings);
  return analyseValue(value, text, new Places(tree.contents, text), workshop);
}

/** JSON may be indented with tabs. */
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

function contentOf(text: string, kind: KindDefinition, { reparse, recent }: Workshop): Content {
  return new FileContent(text, kind, reparse, recent);
}

/** Written out member by member: a start makes one for each file. */
function restore(stored: StoredAnalysis, workshop: Workshop): Analysis {
  const { text } = stored;
  const { identity, valid, references, claims, files, findings, ignores } = conclusionsOf(stored);
  const kind = identity && workshop.kinds.get(identity.kind);
  const content = kind && contentOf(text.startsWith('\uFEFF') ? text.slice(1) : text, kind, workshop);
  return {
    text,
    identity,
    content,
    references,
    claims,
    files:
      kind && content && files.length > 0 ? withChecks(files, kind.attachments ?? [], content, ignores) : [],
    offers: valid && content ? kind?.offers?.(content.definition) : undefined,
    findings,
    ignores,
    valid,
  };
}

function analyseValue(value: Json, text: string, places: Places, workshop: Workshop): Analysis {
  const { kinds, form } = workshop;
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
  checkContent({ text, definition, places, isJson: form.isJson }, all);
  const valid = isQuiet(all.filter((found) => !isHarmless(found, ignores)));
  const content = contentOf(text, kind, workshop);
  return {
    text,
    identity: identityOf(identity, places),
    content,
    references: referencesOf(kind, definition, built?.references ?? [], places).filter((found) =>
      kinds.has(found.kind),
    ),
    claims: valid ? claimsOf(kind, definition, places) : [],
    files: valid ? namedFiles(kind.attachments ?? [], content, places, ignores) : [],
    offers: valid ? kind.offers?.(definition) : undefined,
    findings: all,
    ignores,
    valid,
  };
}

/** Adds what the rules for single files find. */
function checkContent(content: FileAsWritten, findings: ContentFinding[]): void {
  for (const { id, severity, yieldsTo, check } of checksOfContent) {
    const told = findings.filter(({ rule }) => yieldsTo?.includes(rule)).map(({ pointer }) => pointer);
    const found = check(content).filter(({ pointer }) => !told.includes(pointer));
    findings.push(...found.map((each) => ({ rule: id, severity, ...each })));
  }
}

function isHarmless(found: ContentFinding, ignores: readonly Ignore[]): boolean {
  return findRule(found.rule)?.harmless === true && isIgnored(ignores, found);
}

type Compiled = ReturnType<NonNullable<KindDefinition['compile']>>;

/** A document can be made to break any compiler; what it throws is told as a finding. */
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

function placed({ at, offset, ...finding }: PointedFinding, places: Places): ContentFinding {
  return { ...finding, ...places.of(finding.pointer, at, offset) };
}

function isQuiet(findings: readonly { severity: string }[]): boolean {
  return findings.every(({ severity }) => severity !== 'error');
}

/** What only JSON forbids: comments, plain scalars, trailing commas. */
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
