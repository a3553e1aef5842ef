import { isScalar } from 'yaml';
import { didYouMean } from '../../../schemas/nearest.js';
import type { Finding } from '../rules/finding.js';
import { findRule, rules } from '../rules/index.js';
import type { Place, Places } from '../rules/places.js';

/** A comment `# svc-ignore: <rule>, …`: the lines it covers, and the rules it names. */
export interface Ignore {
  readonly from: number;
  readonly to: number;
  readonly words: readonly { readonly rule: string; readonly place: Place }[];
}

/** Comments beyond this number in one file have no effect. */
const maxComments = 500;
/** Rules beyond this number in one comment have no effect. */
const maxRules = 50;
const maxRuleLength = 50;

const comment = /(?<=^|[ \t])#[ \t]*svc-ignore:[ \t]*([^\r\n]*)/gm;

/**
 * The comments of a file that silence findings. A comment at the end of a line covers that line; a comment on its own line
 * covers the next line that is more than a comment. If a text of several lines begins there, the comment covers all of
 * them, because the text itself cannot hold comments.
 */
export function findIgnores(text: string, places: Places): Ignore[] {
  const ignores: Ignore[] = [];
  let next: Span | undefined;
  for (const match of text.matchAll(comment)) {
    const start = match.index;
    if (!isComment(text, places, start)) continue;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const alone = text.slice(lineStart, start).trim() === '';
    if (alone && (!next || next.start < start)) next = nextLine(text, start);
    const covered = (alone && next) || { start: lineStart, end: start };
    const words = match[1] ?? '';
    const wordsAt = start + match[0].length - words.length;
    ignores.push({ ...toLines(text, places, covered), words: readWords(words, wordsAt, places) });
    if (ignores.length === maxComments) break;
  }
  return ignores;
}

function readWords(text: string, offset: number, places: Places): Ignore['words'] {
  const words = text.slice(0, maxRules * maxRuleLength).matchAll(/[^\s,]+/g);
  return [...words].slice(0, maxRules).map(({ 0: rule, index }) => ({
    rule,
    place: places.range(offset + index, offset + index + rule.length),
  }));
}

/** False for the same characters inside a text. The first line of a block (`|`, `>`) may end in a comment. */
function isComment(text: string, places: Places, offset: number): boolean {
  const node = places.at(offset)?.node;
  if (!node || !isScalar(node)) return true;
  return node.type?.startsWith('BLOCK') === true && !text.slice(node.range[0], offset).includes('\n');
}

interface Span {
  start: number;
  /** End of the line's content: before a comment, or at its last character. */
  end: number;
}

/** The next line that is more than a comment; empty at the end of the text when there is none. */
function nextLine(text: string, offset: number): Span {
  for (let start = text.indexOf('\n', offset) + 1; start > 0; start = text.indexOf('\n', start) + 1) {
    const stop = text.indexOf('\n', start);
    const end = stop === -1 ? text.length : stop;
    const line = text.slice(start, end).trim();
    if (line !== '' && !line.startsWith('#')) return { start, end };
  }
  return { start: text.length, end: text.length };
}

function toLines(text: string, places: Places, span: Span): Pick<Ignore, 'from' | 'to'> {
  const { line } = places.range(span.start, span.start);
  const last = span.start + text.slice(span.start, span.end).trimEnd().length - 1;
  const node = places.at(last)?.node;
  if (!node || !isScalar(node)) return { from: line, to: line };
  return { from: line, to: Math.max(line, places.range(last, node.range[1] - 1).endLine) };
}

/** True when a comment silences the finding. */
export function isIgnored(ignores: readonly Ignore[], finding: Pick<Finding, 'rule' | 'line'>): boolean {
  return ignores.some((ignore) => wordFor(ignore, finding) !== undefined);
}

function wordFor({ from, to, words }: Ignore, { rule, line }: Pick<Finding, 'rule' | 'line'>) {
  return from <= line && line <= to ? words.find((word) => word.rule === rule) : undefined;
}

export interface IgnoringFile {
  readonly path: string;
  readonly ignores: readonly Ignore[];
  /** True when all rules were checked, so that a comment that silences nothing is useless. */
  readonly complete: boolean;
}

/**
 * Returns the findings that no comment silences, and findings about useless comments.
 * @param whole true when all files of the branch are present
 */
export function withoutIgnored(
  findings: readonly Finding[],
  files: readonly IgnoringFile[],
  whole: boolean,
): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file.ignores]));
  const used = new Set<Ignore['words'][number]>();
  const left = findings.filter((finding) => {
    const words = (byPath.get(finding.file) ?? []).flatMap((ignore) => wordFor(ignore, finding) ?? []);
    for (const word of words) used.add(word);
    return words.length === 0;
  });
  const useless = files.flatMap(({ path, ignores, complete }) =>
    ignores
      .flatMap(({ words }) => words)
      .filter((word) => !used.has(word))
      .flatMap((word) => aboutWord(path, word, complete, whole)),
  );
  return [...left, ...useless];
}

function aboutWord(
  file: string,
  { rule, place }: Ignore['words'][number],
  complete: boolean,
  whole: boolean,
): Finding[] {
  const about = { severity: 'hint' as const, file, pointer: '', ...place };
  const ruleOfName = findRule(rule);
  if (!ruleOfName) {
    const ids = rules.map(({ id }) => id);
    const [hint = 'See `svc validate --explain`.'] = didYouMean(rule, ids);
    return [{ ...about, rule: 'ignore-unknown', message: `there is no rule \`${rule}\``, hint }];
  }
  if (!complete || (ruleOfName.across && !whole)) return [];
  const message = `there is no \`${rule}\` to silence here`;
  return [{ ...about, rule: 'ignore-unused', message, hint: 'Remove the comment.' }];
}
