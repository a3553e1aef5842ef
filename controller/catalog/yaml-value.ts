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
import type { Json, JsonObject } from '../../schemas/json.js';
import type { TextFinding } from './decode.js';
import type { YamlLimits } from './yaml-document.js';

const plainTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((tag) => `tag:yaml.org,2002:${tag}`),
);

/** More than a person reads at once. */
const maxFindings = 50;

interface Conversion {
  limits: YamlLimits;
  findings: TextFinding[];
  anchors: Map<string, ParsedNode>;
  /** Nodes being converted: an alias to one of them is a cycle. */
  open: Set<ParsedNode>;
  expansions: number;
  depth: number;
}

/** The document as a JSON value. What JSON cannot say, or what is there to do harm, is a finding. */
export function toJson(
  contents: ParsedNode | null,
  limits: YamlLimits,
): { value: Json; findings: TextFinding[] } {
  const conversion = {
    limits,
    findings: [],
    anchors: new Map<string, ParsedNode>(),
    open: new Set<ParsedNode>(),
    expansions: 0,
    depth: 0,
  };
  return { value: convert(contents, conversion), findings: conversion.findings };
}

function convert(node: ParsedNode | null, conversion: Conversion): Json {
  if (node === null) return null;
  if (isAlias(node)) return expand(node, conversion);
  if (node.tag !== undefined && !plainTags.has(node.tag)) {
    report(
      conversion,
      node,
      'yaml-tag',
      `the tag \`${node.tag}\` is not supported`,
      'Write the plain value.',
    );
    return null;
  }
  if (node.anchor !== undefined) conversion.anchors.set(node.anchor, node);
  if (isScalar(node)) return scalar(node, conversion);
  conversion.open.add(node);
  conversion.depth += 1;
  const value =
    conversion.depth > conversion.limits.depth ? tooDeep(node, conversion) : collection(node, conversion);
  conversion.depth -= 1;
  conversion.open.delete(node);
  return value;
}

function collection(node: Exclude<ParsedNode, Alias.Parsed | Scalar>, conversion: Conversion): Json {
  if (isSeq(node)) return node.items.map((item) => convert(item as ParsedNode, conversion));
  return isMap(node) ? mapping(node, conversion) : null;
}

function mapping(node: YAMLMap.Parsed, conversion: Conversion): JsonObject {
  const value: JsonObject = {};
  for (const pair of node.items) {
    const name = keyOf(pair, conversion);
    if (name === undefined) continue;
    if (Object.hasOwn(value, name)) {
      report(
        conversion,
        pair.key,
        'yaml-duplicate-key',
        `the key \`${name}\` stands here twice`,
        'Remove one of them.',
      );
      continue;
    }
    value[name] = convert(pair.value, conversion);
  }
  return value;
}

/** The key as a name, or undefined when it cannot be one. */
function keyOf(pair: Pair<ParsedNode, ParsedNode | null>, conversion: Conversion): string | undefined {
  const { key } = pair;
  if (!isScalar(key)) {
    report(conversion, key, 'yaml-key', 'a key must be a plain name', 'Write the key as text.');
    return undefined;
  }
  if (key.anchor !== undefined) conversion.anchors.set(key.anchor, key);
  const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
  if (name === '__proto__') {
    report(conversion, key, 'yaml-key', 'the key `__proto__` is not allowed', 'Use another name.');
    return undefined;
  }
  if (name === '<<' && key.type === 'PLAIN') {
    const hint = 'Write the members out; aliases of whole values work.';
    report(conversion, key, 'yaml-merge', 'merge keys (`<<`) are not part of YAML 1.2', hint);
    return undefined;
  }
  return name;
}

function scalar(node: Scalar.Parsed, conversion: Conversion): Json {
  const { value } = node;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) {
      report(
        conversion,
        node,
        'yaml-number',
        `\`${node.source}\` is not a number JSON has`,
        'Put it in quotes.',
      );
      return null;
    }
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^[-+\d]+$/.test(node.source)) {
      const hint = 'Put it in quotes, to keep all its digits as text.';
      report(conversion, node, 'yaml-number', `\`${node.source}\` cannot be held exactly`, hint);
    }
    return value;
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  report(conversion, node, 'yaml-tag', 'this value has no JSON form', 'Put it in quotes.');
  return null;
}

function expand(alias: Alias.Parsed, conversion: Conversion): Json {
  const target = conversion.anchors.get(alias.source);
  conversion.expansions += 1;
  if (conversion.expansions > conversion.limits.aliases) {
    if (conversion.expansions === conversion.limits.aliases + 1) {
      const message = `the file expands more than ${conversion.limits.aliases} aliases`;
      report(
        conversion,
        alias,
        'yaml-aliases',
        message,
        'Write the values out, or raise `Limits.YamlAliases`.',
      );
    }
    return null;
  }
  if (!target) {
    const message = `there is no anchor \`&${alias.source}\` before this alias`;
    report(conversion, alias, 'yaml-anchor', message, 'Anchors must stand before their aliases.');
    return null;
  }
  if (conversion.open.has(target)) {
    const message = `the alias \`*${alias.source}\` stands inside what it repeats`;
    report(conversion, alias, 'yaml-anchor', message, 'A value cannot contain itself.');
    return null;
  }
  return convert(target, conversion);
}

function tooDeep(node: ParsedNode, conversion: Conversion): null {
  const message = `with its aliases, the file is nested deeper than ${conversion.limits.depth} levels`;
  report(conversion, node, 'yaml-depth', message, 'Flatten it, or raise `Limits.YamlDepth`.');
  return null;
}

function report(conversion: Conversion, node: ParsedNode, rule: string, message: string, hint: string): void {
  if (conversion.findings.length >= maxFindings) return;
  const [start, end] = node.range;
  conversion.findings.push({ rule, message, hint, start, end });
}
