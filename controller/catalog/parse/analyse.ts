import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { withoutInspection } from '../../json-schema/index.js';
import { Problem } from '../../problems/index.js';
import { decode, parseYaml, type TextFinding, type YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { toJson } from '../../yaml-edit/read/yaml-value.js';
import type { ContentFinding, PointedFinding } from '../rules/finding.js';
import { checksOfContent, type Content as FileAsWritten, findRule } from '../rules/index.js';
import { Places } from '../rules/places.js';
import { secretToken } from '../rules/secrets.js';
import {
  type Analysis,
  createSkippedAnalysis,
  getConclusions,
  type StoredAnalysis,
  tooCostlyMessage,
  unreadable,
} from './analysis.js';
import {
  besideFaults,
  brokenPart,
  dependsOn,
  faultOfText,
  isBesideFaults,
  isLocal,
  withoutReplaced,
} from './broken-parts.js';
import { isJsonFile } from './entity-files.js';
import {
  canReadInterface,
  findDigest,
  findIdentity,
  getNotes,
  getReferences,
  getUniqueKeys,
  maxReferences,
  placed,
  tooManyReferences,
} from './entity-parts.js';
import { FileContent, largeText, RecentContents, type Reparse } from './file-content.js';
import { type FileForm, identify } from './identify.js';
import { findIgnores, type Ignore, isIgnored } from './ignores.js';
import type { KindDefinition, SchemaError } from './kind-definition.js';
import { resolveConflicts } from './merge-conflicts.js';
import { namedFiles, withChecks } from './named-files.js';
import { toolOfText, toolOfValue } from './other-tools.js';

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

/**
 * Parses, identifies, checks and compiles single files.
 * @param isTolerant compile in spite of errors
 */
export function createAnalyser(
  kinds: readonly KindDefinition[],
  limits: AnalysisLimits,
  isTolerant = false,
): Analyser {
  const kindsByName = new Map(kinds.map((kind) => [kind.kind, isTolerant ? tolerant(kind) : kind]));
  const valid = new Map(kinds.map((kind) => [kind.kind, isTolerant ? tolerant(kind) : ofValidFiles(kind)]));
  const recent = new RecentContents();
  const make = (form: FileForm): AnalysisTools => {
    return {
      kinds: kindsByName,
      ofValid: valid,
      limits,
      form,
      reparse: reparser(kindsByName, limits, form),
      recent,
      isTolerant,
    };
  };
  const [json, yaml] = [make({ isJson: true, kind: undefined }), make({ isJson: false, kind: undefined })];
  const toolsFor = (path: string) => (isJsonFile(path) ? json : yaml);
  return {
    analyse: (path, bytes, kind) =>
      analyse(bytes, kind === undefined ? toolsFor(path) : make({ isJson: isJsonFile(path), kind })),
    restore: (path, stored) => restore(stored, toolsFor(path)),
  };
}

function tolerant(kind: KindDefinition): KindDefinition {
  const compile = kind.compile?.bind(kind);
  return compile ? { ...kind, compile: (definition) => compile(definition, true) } : kind;
}

/** The kind as it builds plans of files that were found valid. */
function ofValidFiles(kind: KindDefinition): KindDefinition {
  const compile = kind.compile?.bind(kind);
  return compile ? { ...kind, compile: (...parts) => withoutInspection(() => compile(...parts)) } : kind;
}

/** The tools for all files of one form. */
interface AnalysisTools {
  isTolerant: boolean;
  kinds: ReadonlyMap<string, KindDefinition>;
  ofValid: ReadonlyMap<string, KindDefinition>;
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
  const conflicts = isJson || !mayConflict.test(text) ? undefined : resolveConflicts(text);
  const tree = parseYaml(toYaml(conflicts?.text ?? text, isJson), limits);
  if (tree.contents === undefined)
    return otherTool(text, tools) ?? unreadableAt(text, conflicts?.findings ?? tree.findings);
  const { value, findings } = toJson(tree.contents, limits);
  const json = isJson && findings.length === 0 ? strictJson(text) : undefined;
  const other = findings.length > 0 || json ? otherTool(text, tools) : undefined;
  if (other) return other;
  if (json || !findings.every(isLocal)) return unreadableAt(text, json ? [json] : findings);
  const places = new Places(tree.contents, text);
  return analyseValue({ value, text, places, faults: [...(conflicts?.findings ?? []), ...findings] }, tools);
}

/** A line that may be one of Git's around the versions of a conflict. */
const mayConflict = /^(?:<{7}|={7}|>{7})/m;

/** A file whose text gives a value, perhaps with faults in parts of it. */
interface ReadFile {
  value: Json;
  text: string;
  places: Places;
  /** Faults of the text; the value is that of the rest. */
  faults: readonly TextFinding[];
}

/** The analysis of a text that is not one YAML document, when it belongs to another tool. */
function otherTool(text: string, { form }: AnalysisTools): Analysis | undefined {
  const tool = form.isJson || form.kind !== undefined ? undefined : toolOfText(text);
  return tool === undefined ? undefined : createSkippedAnalysis(text, tool);
}

/** JSON may be indented with tabs, which YAML forbids. */
function toYaml(text: string, isJson: boolean): string {
  return isJson ? text.replaceAll('\t', ' ') : text;
}

function reparser(
  kinds: ReadonlyMap<string, KindDefinition>,
  limits: AnalysisLimits,
  form: FileForm,
): Reparse {
  return (text) => {
    const tree = parseYaml(toYaml(text, form.isJson), limits);
    const { identity } = identify(toJson(tree.contents ?? null, limits).value, kinds, form);
    return identity?.definition ?? {};
  };
}

/** Builds the object member by member, because a start restores one for each file. */
function restore(stored: StoredAnalysis, tools: AnalysisTools): Analysis {
  const { text } = stored;
  const {
    identity,
    valid,
    tool,
    interfaceDigest,
    references,
    uniqueKeys,
    notes,
    files,
    findings,
    ignores,
    json,
  } = getConclusions(stored);
  const kind = identity && (valid ? tools.ofValid : tools.kinds).get(identity.kind);
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const content = kind && new FileContent(body, kind, tools.reparse, tools.recent, json);
  const isInterfaceKnown =
    content && (valid || canReadInterface(kind, () => content.definition, getErrors(findings, ignores)));
  return {
    text,
    identity,
    content,
    references,
    uniqueKeys,
    notes,
    files: kind && content && files.length > 0 ? withChecks(files, kind, content, ignores) : [],
    providedNames: isInterfaceKnown ? kind.getProvidedNames?.(content.definition) : undefined,
    interfaceDigest,
    findings,
    ignores,
    valid,
    isInterfaceKnown: isInterfaceKnown ?? false,
    ...(tool === undefined ? {} : { tool }),
  };
}

function analyseValue(file: ReadFile, tools: AnalysisTools): Analysis {
  const { value, text, places } = file;
  const { kinds, form } = tools;
  const { identity, findings } = identify(value, kinds, form);
  const tool =
    (identity && !identity.isInferred) || form.kind !== undefined
      ? undefined
      : toolOfValue(value, form.isJson, kinds);
  if (tool !== undefined) return createSkippedAnalysis(text, tool);
  const ignores = getIgnores(text, places);
  const textFaults = file.faults.map((fault) => faultOfText(fault, places));
  if (!identity)
    return withoutEntity(file, [...textFaults, ...findings.map((finding) => placed(finding, places))], tools);
  const { kind, definition } = identity;
  const built = compile(kind, definition);
  const broken = textFaults.map((fault) => brokenPart(fault));
  const schemaFaults = kind
    .validate(definition)
    .filter((fault) => !broken.some((part) => dependsOn(part, fault)))
    .map((fault): PointedFinding => ({ ...fault, severity: 'error', message: asWritten(fault, places) }));
  const faults = [
    ...findings,
    ...(schemaFaults.length > 0 ? withoutReplaced(schemaFaults, built?.findings ?? []) : []),
  ];
  const parts = [...faults, ...broken];
  const further = isQuiet(parts)
    ? (built?.findings ?? [])
    : besideFaults(parts, built?.findings ?? [], definition);
  const all = [...textFaults, ...[...faults, ...further].map((finding) => placed(finding, places))];
  const compiled = (built?.references ?? []).filter(
    ({ pointer }) => tools.isTolerant || isQuiet(parts) || isBesideFaults(parts, pointer, definition),
  );
  const references = getReferences(kind, definition, compiled, places).filter((finding) =>
    kinds.has(finding.kind),
  );
  if (references.length > maxReferences) all.push(tooManyReferences(references, places));
  const allFindings = withContentChecks({ text, definition, places, isJson: form.isJson }, all);
  const errors = getErrors(allFindings, ignores);
  const valid = errors.length === 0;
  const isInterfaceKnown = canReadInterface(kind, () => definition, errors);
  const isReread = text.length <= largeText && textFaults.length === 0;
  const json = isReread ? undefined : JSON.stringify(definition);
  const builder = valid ? (tools.ofValid.get(kind.kind) ?? kind) : kind;
  const content = new FileContent(text, builder, tools.reparse, tools.recent, json);
  return {
    text,
    identity: findIdentity(identity, places),
    content,
    references: references.length > maxReferences ? [] : references,
    uniqueKeys: valid ? getUniqueKeys(kind, definition, places) : [],
    notes: getNotes(kind, definition, built?.notes ?? [], places),
    files: namedFiles(kind, built?.files ?? [], { content, places, ignores }),
    providedNames: isInterfaceKnown ? kind.getProvidedNames?.(definition) : undefined,
    interfaceDigest: isInterfaceKnown ? findDigest(kind.getInterface?.(definition)) : undefined,
    findings: allFindings,
    ignores,
    valid,
    isInterfaceKnown: isInterfaceKnown,
  };
}

/** The message about a number, with its digits as they are written: `1.0` is the number 1. */
function asWritten({ rule, pointer, message }: SchemaError, places: Places): string {
  if (rule !== 'field-invalid' || !/ found `[^`]*`$/.test(message)) return message;
  const source = places.numberAt(pointer);
  if (source === undefined || source === String(Number(source))) return message;
  return message.replace(/ found `[^`]*`$/, ` found the number \`${source}\``);
}

/** The analysis of a file that defines no entity; one that seems to be meant as an entity is checked for tokens as well. */
function withoutEntity(
  { value, text, places }: ReadFile,
  findings: readonly ContentFinding[],
  { form: { isJson } }: AnalysisTools,
): Analysis {
  const definition = objectOr(value);
  const contentFindings = isQuiet(findings)
    ? findings
    : withContentChecks({ text, definition, places, isJson }, findings);
  return {
    ...unreadable(text, contentFindings),
    ignores: getIgnores(text, places),
    valid: isQuiet(findings),
  };
}

function getIgnores(text: string, places: Places): Ignore[] {
  return text.includes('svc-ignore') ? findIgnores(text, places) : [];
}

/** Adds the findings of the rules for single files; a rule may know better what another one found. */
function withContentChecks(content: FileAsWritten, findings: readonly ContentFinding[]): ContentFinding[] {
  let all = [...findings];
  for (const { id, severity, yieldsTo, explains, onlyIn, check } of checksOfContent) {
    if (onlyIn && (content.isJson || !onlyIn.test(content.text))) continue;
    const reported = all.filter(({ rule }) => yieldsTo?.includes(rule)).map(({ pointer }) => pointer);
    const contentFindings = check(content).filter(({ pointer }) => !reported.includes(pointer));
    const isExplained = ({ rule, pointer }: ContentFinding) =>
      explains?.includes(rule) === true && contentFindings.some((each) => each.pointer === pointer);
    const worst = new Set(
      all.filter((each) => isExplained(each) && each.severity === 'error').map(({ pointer }) => pointer),
    );
    all = all.filter((each) => !isExplained(each));
    all.push(
      ...contentFindings.map(
        (each): ContentFinding => ({
          rule: id,
          severity: worst.has(each.pointer) ? 'error' : severity,
          ...each,
        }),
      ),
    );
  }
  return all;
}

/** The errors, apart from silenced harmless ones. */
function getErrors(findings: readonly ContentFinding[], ignores: readonly Ignore[]): ContentFinding[] {
  const isHarmless = (finding: ContentFinding) =>
    findRule(finding.rule)?.harmless === true && isIgnored(ignores, finding);
  return findings.filter((finding) => finding.severity === 'error' && !isHarmless(finding));
}

type Compiled = ReturnType<NonNullable<KindDefinition['compile']>>;

/** Turns an exception of the compiler into a finding: a hostile document can exhaust any compiler. */
function compile(kind: KindDefinition, definition: JsonObject): Compiled | undefined {
  try {
    const built = kind.compile?.(definition);
    if (built?.compiled === undefined || kind.examine === undefined) return built;
    return { ...built, findings: [...built.findings, ...kind.examine(definition, built.compiled)] };
  } catch (error) {
    const reason = error instanceof Problem || error instanceof RangeError ? error.message : String(error);
    const message = `the ${kind.kind} cannot be compiled: ${reason}`;
    return { findings: [{ rule: 'compile-failed', severity: 'error', pointer: '', message }] };
  }
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
  const { id, severity } = secretToken;
  const tokens = secretToken.check({ text, definition: {}, places, isJson: false });
  return unreadable(text, [
    ...findings.map((fault) => faultOfText(fault, places)),
    ...tokens.map((finding) => ({ rule: id, severity, ...finding })),
  ]);
}
