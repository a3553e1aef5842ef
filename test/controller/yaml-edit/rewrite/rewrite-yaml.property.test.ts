import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMap, isScalar, isSeq, Lexer, type ParsedNode, parseDocument } from 'yaml';
import { parseAnyYaml } from '../../../../controller/yaml-edit/read/yaml-document.js';
import { toJson } from '../../../../controller/yaml-edit/read/yaml-value.js';
import { rewriteYaml } from '../../../../controller/yaml-edit/rewrite/rewrite-yaml.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { type StyledFile, styledFiles } from './corpus.js';
import { editAtRandom, numbersFrom } from './edit-at-random.js';

const limits = { depth: 100, aliases: 100 };
const files = styledFiles();
/** A longer run: `YAML_EDITS=100000`. */
const numRuns = Number(process.env['YAML_EDITS'] ?? 700);
const timeout = 120_000 + numRuns * 20;

/** By the complete parser, which the code under test does not use for files like these. */
function read(text: string): JsonObject {
  const { contents, findings } = parseAnyYaml(text.replace(/^\ufeff/, ''), limits);
  expect(findings).toEqual([]);
  const { value, findings: more } = toJson(contents as ParsedNode, limits);
  expect(more).toEqual([]);
  return value as JsonObject;
}

function commentsIn(text: string): string[] {
  return [...new Lexer().lex(text.replace(/^\ufeff/, ''))].filter((token) => token.startsWith('#')).sort();
}

/** The bytes of what does not lie on the path: members and items beside it, on every level. */
function besides(text: string, path: readonly (string | number)[]): string[] {
  const found: string[] = [];
  let node = parseDocument<ParsedNode>(text, { uniqueKeys: false }).contents as ParsedNode | null;
  for (const step of path) {
    const entries: [string, ParsedNode | null][] = isMap(node)
      ? node.items.map(({ key, value }) => [isScalar(key) ? (key.source ?? '') : '', value as ParsedNode])
      : isSeq(node)
        ? node.items.map((item, index) => [String(index), item as ParsedNode])
        : [];
    node = null;
    for (const [name, value] of entries) {
      if (name === String(step)) node = value;
      else if (value?.range) found.push(text.slice(value.range[0], value.range[1]).trimEnd());
    }
  }
  return found;
}

const anyEdit = fc.record({
  file: fc.constantFrom(...files),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
});

function edited({ file, seed }: { file: StyledFile; seed: number }, count = 1) {
  const next = numbersFrom(seed);
  for (let warm = 0; warm < 5; warm += 1) next(2);
  const before = read(file.text);
  let edit = editAtRandom(before, next);
  for (let more = 0; more < count - 1; more += 1) edit = editAtRandom(edit.after, next);
  const isJson = file.name.endsWith('.json');
  return { ...edit, before, isJson, result: rewriteYaml(file.text, edit.after, { limits, isJson }) };
}

describe('a random edit of a file in any style', { timeout }, () => {
  test('gives a file that says what was intended, as it was outside of the edits, and changes nothing a second time', () => {
    fc.assert(
      fc.property(anyEdit, fc.integer({ min: 1, max: 4 }), (input, count) => {
        const { after, isJson, result } = edited(input, count);
        expect(read(result.text)).toEqual(after);
        let at = 0;
        let rebuilt = '';
        for (const edit of result.edits) {
          expect(edit.start).toBeGreaterThanOrEqual(at);
          rebuilt += input.file.text.slice(at, edit.start) + edit.text;
          at = edit.end;
        }
        expect(rebuilt + input.file.text.slice(at)).toBe(result.text);
        if (isJson) expect(JSON.parse(result.text)).toEqual(after);
        expect(rewriteYaml(result.text, after, { limits, isJson })).toEqual({ text: result.text, edits: [] });
      }),
      { numRuns },
    );
  });

  test('leaves what stands beside the place as it was written, and all comments unless something goes', () => {
    fc.assert(
      fc.property(anyEdit, (input) => {
        const { path, did, result, after } = edited(input);
        const { text } = input.file;
        if (/[&*]\w/.test(text) || Object.keys(after).length === 0) return;
        for (const source of besides(text, path)) expect(result.text).toContain(source);
        if (!['remove', 'several', 'splice'].includes(did)) {
          const left = new Set(commentsIn(result.text));
          for (const comment of commentsIn(text)) expect(left).toContain(comment);
        }
      }),
      { numRuns },
    );
  });

  test('changes one line where one scalar of one line gives way to another', () => {
    fc.assert(
      fc.property(
        anyEdit,
        fc.constantFrom<Json>('changed', 'two words', 7, false, 'a: b'),
        (input, value) => {
          const { text } = input.file;
          const next = numbersFrom(input.seed);
          const before = read(text);
          const scalars = scalarPlaces(text).filter(({ line }) => line !== undefined);
          if (scalars.length === 0 || /[&*]\w/.test(text)) return;
          const { path, line } = scalars[next(scalars.length)] as (typeof scalars)[number];
          const after = structuredClone(before);
          const holder = path
            .slice(0, -1)
            .reduce<Json>((at, step) => (at as JsonObject)[step] as Json, after);
          if ((holder as JsonObject)[path.at(-1) as string] === value) return;
          (holder as JsonObject)[path.at(-1) as string] = value;
          const isJson = input.file.name.endsWith('.json');
          const lines = rewriteYaml(text, after, { limits, isJson }).text.split('\n');
          const old = text.split('\n');
          expect(lines.length).toBe(old.length);
          expect(lines.flatMap((now, index) => (now === old[index] ? [] : [index]))).toEqual([line]);
        },
      ),
      { numRuns: numRuns / 2 },
    );
  });
});

/** Scalars with a text that stands on one line. */
function scalarPlaces(text: string): { path: (string | number)[]; line: number | undefined }[] {
  const found: { path: (string | number)[]; line: number | undefined }[] = [];
  const visit = (node: ParsedNode | null, path: (string | number)[]) => {
    if (isScalar(node)) {
      const [start, end] = node.range;
      const isOneLine = end > start && !text.slice(start, end).includes('\n');
      found.push({ path, line: isOneLine ? text.slice(0, start).split('\n').length - 1 : undefined });
    } else if (isMap(node)) {
      for (const { key, value } of node.items)
        if (isScalar(key)) {
          const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
          visit(value as ParsedNode, [...path, name]);
        }
    } else if (isSeq(node))
      node.items.forEach((item, index) => {
        visit(item as ParsedNode, [...path, index]);
      });
  };
  visit(parseDocument<ParsedNode>(text, { uniqueKeys: false }).contents as ParsedNode, []);
  return found;
}
