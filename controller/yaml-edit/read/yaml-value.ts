import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { isGivenBack, toLiteral } from '../../../schemas/json/exact-number.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { Problem, type ProblemCode } from '../../problems/index.js';
import { LineIndex, parseYaml, type TextFinding, type YamlLimits } from './yaml-document.js';

const plainTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((tag) => `tag:yaml.org,2002:${tag}`),
);

/** The most findings of one file: more than a person reads at once. */
const maxFindings = 50;

/** Converts a document to a JSON value. Values that JSON does not have, and values that would do harm, are findings. */
export function toJson(
  contents: ParsedNode | null,
  limits: YamlLimits,
): { value: Json; findings: TextFinding[] } {
  const conversion = new Conversion(limits);
  return { value: conversion.convert(contents), findings: conversion.findings };
}

class Conversion {
  readonly findings: TextFinding[] = [];
  private readonly anchors = new Map<string, ParsedNode>();
  /** Nodes that are being converted: an alias to one of them is a cycle. */
  private readonly open = new Set<ParsedNode>();
  private expansions = 0;
  private depth = 0;

  constructor(private readonly limits: YamlLimits) {}

  convert(node: ParsedNode | null): Json {
    if (node === null) return null;
    if (isAlias(node)) return this.expand(node);
    if (node.tag !== undefined && !plainTags.has(node.tag)) {
      const message = `the tag \`${node.tag}\` is not supported`;
      return this.report(node, 'yaml-tag', message, 'Write the plain value.');
    }
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (isScalar(node)) return this.scalar(node);
    this.open.add(node);
    this.depth += 1;
    const value = this.depth > this.limits.depth ? this.tooDeep(node) : this.collection(node);
    this.depth -= 1;
    this.open.delete(node);
    return value;
  }

  private collection(node: Exclude<ParsedNode, Alias.Parsed | Scalar>): Json {
    if (isSeq(node)) return node.items.map((item) => this.convert(item as ParsedNode));
    return isMap(node) ? this.mapping(node) : null;
  }

  private mapping(node: YAMLMap.Parsed): JsonObject {
    const value: JsonObject = {};
    for (const pair of node.items) {
      const name = this.findKey(pair);
      if (name === undefined) continue;
      if (Object.hasOwn(value, name)) {
        const message = `the key \`${name}\` stands here twice`;
        this.report(pair.key, 'yaml-duplicate-key', message, 'Remove one of them.');
        continue;
      }
      value[name] = this.convert(pair.value);
    }
    return value;
  }

  /** Returns the key as a name; undefined if it cannot be one. */
  private findKey({ key }: Pair<ParsedNode, ParsedNode | null>): string | undefined {
    if (!isScalar(key)) {
      this.report(key, 'yaml-key', 'a key must be a plain name', 'Write the key as text.');
      return undefined;
    }
    if (key.anchor !== undefined) this.anchors.set(key.anchor, key);
    const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
    if (name === '__proto__') {
      this.report(key, 'yaml-key', 'the key `__proto__` is not allowed', 'Use another name.');
      return undefined;
    }
    if (name === '<<' && key.type === 'PLAIN') {
      const hint = 'Write the members out; aliases of whole values work.';
      this.report(key, 'yaml-merge', 'merge keys (`<<`) are not part of YAML 1.2', hint);
      return undefined;
    }
    return name;
  }

  private scalar(node: Scalar.Parsed): Json {
    const { value } = node;
    if (typeof value === 'number') {
      const { source } = node;
      if (!Number.isFinite(value)) {
        const message = `\`${source}\` is not a number JSON has`;
        return this.report(node, 'yaml-number', message, 'Put it in quotes.');
      }
      if (!isKept(source, value)) {
        const hint = 'Put it in quotes, to keep all its digits as text.';
        this.report(node, 'yaml-number', `\`${source}\` cannot be held exactly`, hint);
      }
      return value;
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    return this.report(node, 'yaml-tag', 'this value has no JSON form', 'Put it in quotes.');
  }

  private expand(alias: Alias.Parsed): Json {
    const target = this.anchors.get(alias.source);
    const max = this.limits.aliases;
    this.expansions += 1;
    if (this.expansions > max) {
      if (this.expansions > max + 1) return null;
      const hint = 'Write the values out, or raise `Limits.YamlAliases`.';
      return this.report(alias, 'yaml-aliases', `the file expands more than ${max} aliases`, hint);
    }
    if (!target) {
      const message = `there is no anchor \`&${alias.source}\` before this alias`;
      const hint = 'Anchors must stand before their aliases. Put a text that begins with `*` in quotes.';
      return this.report(alias, 'yaml-anchor', message, hint);
    }
    if (this.open.has(target)) {
      const message = `the alias \`*${alias.source}\` stands inside what it repeats`;
      return this.report(alias, 'yaml-anchor', message, 'A value cannot contain itself.');
    }
    return this.convert(target);
  }

  private tooDeep(node: ParsedNode): null {
    const message = `with its aliases, the file is nested deeper than ${this.limits.depth} levels`;
    return this.report(node, 'yaml-depth', message, 'Flatten it, or raise `Limits.YamlDepth`.');
  }

  private report(node: ParsedNode, rule: string, message: string, hint: string): null {
    const [start, end] = node.range;
    if (this.findings.length < maxFindings) this.findings.push({ rule, message, hint, start, end });
    return null;
  }
}

export type ParsedText =
  | { contents: ParsedNode | null; value: Json; finding?: undefined }
  | { contents?: undefined; value?: undefined; finding: TextFinding };

export const byteOrderMark = '\ufeff';

/** The rules about limits of the settings, and the code of the problem that a crossed limit is answered with. */
const limitCodes: Readonly<Record<string, ProblemCode>> = {
  'yaml-aliases': 'yaml_too_many_aliases',
  'yaml-depth': 'yaml_too_deep',
  'yaml-size': 'yaml_file_too_large',
};

/** Parses a text, and returns its tree and value, or its first fault. */
export function parseText(text: string, limits: YamlLimits): ParsedText {
  const { contents, findings } = parseYaml(text, limits);
  if (contents === undefined) return { finding: findings[0] as TextFinding };
  const json = toJson(contents, limits);
  const [finding] = json.findings;
  return finding ? { finding } : { contents, value: json.value };
}

/** Returns the definition in a file, or `{}`. @throws Problem entity_file_unreadable, or the code of a crossed limit */
export function readYaml(text: string, { limits }: { limits: YamlLimits }): JsonObject {
  const { definition, finding } = parseDefinition(text, limits);
  if (finding) throw unreadable(text, finding);
  return definition;
}

type ParsedDefinition =
  | { definition: JsonObject; finding?: undefined }
  | { definition?: undefined; finding: TextFinding };

/** Parses the definition in a file; `{}` for an empty one. */
export function parseDefinition(text: string, limits: YamlLimits): ParsedDefinition {
  const body = withoutMark(text);
  const { value, finding } = parseText(body, limits);
  if (finding) return { finding };
  if (value === null) return { definition: {} };
  if (isObject(value)) return { definition: value };
  return { finding: { rule: '', message: 'it holds no map', start: 0, end: 0 } };
}

export function unreadable(text: string, { rule, start, message, hint }: TextFinding): Problem {
  const body = withoutMark(text);
  const { line, column } = new LineIndex(body).position(start);
  const detail = `The file cannot be read: ${message}, in line ${line}.`;
  return new Problem(limitCrossed([rule]) ?? 'entity_file_unreadable', detail, {
    hints: [hint ?? 'Fix the file in Git first; `svc validate` shows the fault.'],
    errors: [{ line, column, message }],
  });
}

/** Returns the problem code of the first rule, if all of these rules are about limits; undefined otherwise. */
export function limitCrossed(rules: readonly string[]): ProblemCode | undefined {
  const crossed = rules.map((rule) => limitCodes[rule]);
  return crossed.includes(undefined) ? undefined : crossed[0];
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}

/** True when a number is the one that its source spells: a double gives its digits back. */
function isKept(source: string, value: number): boolean {
  const literal = toLiteral(source);
  if (literal !== undefined) return isGivenBack(literal, value);
  return Number.isSafeInteger(value) || !/^0[xo]/.test(source) || BigInt(source) === BigInt(value);
}
