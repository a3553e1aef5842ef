import { type Document, type ErrorCode, isCollection, isMap, isScalar, type Node } from 'yaml';
import { indentationAt, lineEnd, lineStart, nextLine, type TextFinding } from './lines.js';

/** Lines above that are looked at. */
const maxLines = 50;

interface SyntaxError {
  code: ErrorCode;
  message: string;
  pos: readonly [number, number];
}

type Explanation = Omit<TextFinding, 'rule'>;

/** Turns the errors of the parser into findings: one for each line, since further errors of a line follow from the first. */
export function explainErrors(document: Document.Parsed, text: string, max: number): TextFinding[] {
  const findings: TextFinding[] = [];
  const lines = new Set<number>();
  // A hostile line has an error at each of its characters, and is looked at once.
  let last = { start: 0, end: -1 };
  for (const error of document.errors) {
    if (last.start <= error.pos[0] && error.pos[0] <= last.end) continue;
    const { start, end, message, hint } = explain(error, document, text);
    const line = lineStart(text, start);
    if (lines.has(line)) continue;
    lines.add(line);
    last = { start: line, end: lineEnd(text, start) };
    const rule = error.code === 'TAB_AS_INDENT' ? 'yaml-tab' : 'yaml-syntax';
    const range = { start: Math.min(start, text.length), end: Math.min(end, text.length) };
    findings.push({ rule, message, ...(hint === undefined ? {} : { hint }), ...range });
    if (findings.length === max) break;
  }
  return findings;
}

function explain(error: SyntaxError, document: Document.Parsed, text: string): Explanation {
  const { code, pos } = error;
  return (
    cutInBrackets(error, text) ??
    openQuote(error, document) ??
    openBracket(error) ??
    colonInText(error, text) ??
    bracketBehindText(error) ??
    misplacedLine(error, text) ?? {
      message: error.message.charAt(0).toLowerCase() + error.message.slice(1),
      ...(hints[code] === undefined ? {} : { hint: hints[code] }),
      start: pos[0],
      end: pos[1],
    }
  );
}

/** Hints for frequent mistakes whose message explains too little. */
const hints: Partial<Record<ErrorCode, string>> = {
  BAD_SCALAR_START: 'Put a text that begins with a special character in quotes.',
  BLOCK_IN_FLOW: 'Put a text with `: ` in it in quotes; close brackets before a block begins.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a text with `: ` in it, such as an expression, in quotes.',
  MULTILINE_IMPLICIT_KEY: 'A key must stand on one line; is a colon missing, or the indentation wrong?',
  TAB_AS_INDENT: 'Indent with blanks.',
};

function bracketBehindText({ message, pos }: SyntaxError): Explanation | undefined {
  const bracket = /^Unexpected flow-(seq|map)-start at node end/.exec(message)?.[1];
  if (bracket === undefined) return undefined;
  const said = `the value ends before the \`${bracket === 'seq' ? '[' : '{'}\``;
  return { message: said, hint: 'Put a text with brackets in it in quotes.', start: pos[0], end: pos[1] };
}

/** Errors of brackets that do not match. */
function isAboutBrackets({ code, message }: SyntaxError): boolean {
  return code === 'MISSING_CHAR' || /^Flow (?:map|sequence)/.test(message);
}

/** A `#` inside brackets on the line of an error or above it: the brackets that follow it are part of a comment. */
function cutInBrackets(error: SyntaxError, text: string): Explanation | undefined {
  if (!isAboutBrackets(error)) return undefined;
  let start = lineStart(text, Math.max(0, error.pos[0] - 1));
  for (let lines = 0; lines < 3; lines++) {
    const line = text.slice(start, lineEnd(text, start)).slice(0, 2_000);
    const hash = line.search(/[ \t]#.*[}\]]/) + 1;
    const before = line.slice(0, hash);
    if (hash > 0 && count(before, /[{[]/g) > count(before, /[}\]]/g)) {
      const message = 'the `#` begins a comment, and the brackets after it are part of that comment';
      const hint = 'Put the value with the `#` in quotes.';
      return { message, hint, start: start + hash, end: start + hash + 1 };
    }
    if (start === 0) break;
    start = lineStart(text, start - 1);
  }
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function openQuote({ message }: SyntaxError, document: Document.Parsed): Explanation | undefined {
  const quote = /^Missing closing (['"])quote/.exec(message)?.[1];
  const node = quote === undefined ? undefined : lastScalar(document.contents);
  if (quote === undefined || !node?.range) return undefined;
  const [start] = node.range;
  const hint = 'Add it at the end of the text.';
  return {
    message: `the text begins with ${quote} and has no closing ${quote}`,
    hint,
    start,
    end: start + 1,
  };
}

function lastScalar(contents: Node | null): Node | undefined {
  let node: unknown = contents;
  while (isCollection(node)) {
    const last: unknown = node.items.at(-1);
    node = isMap(node)
      ? ((last as { value?: unknown; key?: unknown })?.value ?? (last as { key?: unknown })?.key)
      : last;
  }
  return isScalar(node) ? node : undefined;
}

function openBracket(error: SyntaxError): Explanation | undefined {
  const { message, pos } = error;
  if (!isAboutBrackets(error)) return undefined;
  const close = /end with a ([}\]])/.exec(message)?.[1] ?? /'?([}\]])'?$/.exec(message)?.[1];
  if (close === undefined) return undefined;
  const open = close === '}' ? '{' : '[';
  return {
    message: `\`${close}\` is missing: a \`${open}\` before is not closed`,
    hint: `Close it with \`${close}\`, and indent all lines inside it. Put a text with brackets or \`: \` in quotes.`,
    start: pos[0],
    end: pos[1],
  };
}

/** `title: Orders: the late ones` */
function colonInText({ code, pos }: SyntaxError, text: string): Explanation | undefined {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY') return undefined;
  const value = text.slice(pos[0], Math.min(lineEnd(text, pos[0]), pos[0] + 2_000));
  const colon = /:(?:[ \t]|$)/.exec(value);
  const before = text.slice(Math.max(lineStart(text, pos[0]), pos[0] - 2_000), pos[0]);
  if (!before.includes(':') || !colon) return undefined;
  const hint = 'Put a text with `: ` in it, such as an expression, in quotes.';
  const message = 'the value has `: ` in it, which makes it a key';
  return { message, hint, start: pos[0], end: pos[0] + colon.index };
}

/** A line whose indentation fits none of the lines above, or that is below a key with a value. */
function misplacedLine({ code, pos }: SyntaxError, text: string): Explanation | undefined {
  const isStructure =
    code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY' || code === 'BAD_INDENT';
  if (!isStructure) return undefined;
  for (const at of [pos[0], nextLine(text, pos[0])]) {
    const start = lineStart(text, at);
    const line = text.slice(start, Math.min(lineEnd(text, start), start + 200));
    if (line.trim() === '') continue;
    const width = indentationAt(text, start).length;
    if (opensBlock(text, start, width)) continue;
    const fitting = indentsAbove(text, start, line.trimStart().startsWith('-'));
    const nearest = fitting.reduce<number | undefined>(
      (best, each) => (best === undefined || Math.abs(each - width) < Math.abs(best - width) ? each : best),
      undefined,
    );
    if (nearest === undefined || nearest === width) continue;
    return {
      message: `the line is indented by ${columns(width)}, which fits none of the lines above`,
      hint: `Indent it by ${columns(nearest)}, if it belongs to the lines there.`,
      start: start + width,
      end: start + line.trimEnd().length,
    };
  }
  return undefined;
}

/** True when the line above is less indented and takes the lines below it as its value. */
function opensBlock(text: string, from: number, width: number): boolean {
  let start = from;
  for (let lines = 0; lines < maxLines && start > 0; lines++) {
    start = lineStart(text, start - 1);
    const line = text.slice(start, Math.min(lineEnd(text, start), start + 2_000));
    if (/^\s*(?:#|$)/.test(line)) continue;
    return indentationAt(text, start).length < width && /(?::|[|>][-+\d]*|(?:^|[ ])-)\s*(?:#.*)?$/.test(line);
  }
  return false;
}

function columns(width: number): string {
  return width === 1 ? '1 blank' : `${width} blanks`;
}

/** The indentations that the lines above leave open, the innermost first: of their dashes, or of their keys. */
function indentsAbove(text: string, from: number, dashes: boolean): number[] {
  const indents: number[] = [];
  let minIndent = Number.POSITIVE_INFINITY;
  let start = from;
  for (let lines = 0; lines < maxLines && start > 0; lines++) {
    start = lineStart(text, start - 1);
    const line = text.slice(start, Math.min(lineEnd(text, start), start + 200));
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, blanks = '', dash = ''] = /^( *)((?:- +)*)/.exec(line) ?? [];
    if (blanks.length >= minIndent) continue;
    const keys = blanks.length + dash.length;
    if (dashes && dash !== '') indents.push(blanks.length);
    if (!dashes && keys < minIndent) indents.push(keys);
    if (!dashes && dash !== '') minIndent = blanks.length;
    else minIndent = Math.min(minIndent, dashes ? blanks.length : keys);
  }
  return indents;
}
