import { Composer, type CST, type Document, Lexer, type ParsedNode, Parser } from 'yaml';
import { readCommonYaml } from './common-yaml/block-reader.js';
import { explainErrors } from './explain-error.js';
import { lineEnd, lineStart, type TextFinding } from './lines.js';

export { indentationAt, lineEnd, lineStart, nextLine, type TextFinding } from './lines.js';

export type Decoded = { text: string; finding?: undefined } | { text: string; finding: TextFinding };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Decodes UTF-8 bytes, with or without a byte order mark. Refuses more than `maxBytes`, other encodings, and NUL. */
export function decode(bytes: Uint8Array, maxBytes: number): Decoded {
  if (bytes.length > maxBytes) {
    const message = `the file has ${bytes.length} bytes, more than ${maxBytes}`;
    return refused('yaml-size', message, 'Split it, or raise `Limits.YamlFile`.');
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refused('yaml-encoding', 'the file is in UTF-16', 'Save it as UTF-8.');
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    const shown = new TextDecoder('utf-8').decode(bytes);
    const start = Math.max(0, shown.indexOf('\ufffd'));
    const finding = findingAt(start, 'yaml-encoding', 'the file is not UTF-8', 'Save it as UTF-8.');
    return { text: shown, finding };
  }
  const nul = text.indexOf('\0');
  if (nul === -1) return { text };
  const hint = 'Remove the character; binary data does not belong in an entity file.';
  return { text, finding: findingAt(nul, 'yaml-encoding', 'the file holds a NUL character', hint) };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(rule: string, message: string, hint: string): Decoded {
  return { text: '', finding: { rule, message, hint, start: 0, end: 0 } };
}

/** Returns a finding about one character. */
function findingAt(start: number, rule: string, message: string, hint: string): TextFinding {
  return { rule, message, hint, start, end: start + 1 };
}

export interface Position {
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 units. */
  column: number;
}

/** Finds the line and column of an offset. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }
}

/** Returns the column of an offset in characters, from 0. */
export function getColumn(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Returns the offset of the next character that is not a blank, a line break or part of a comment. */
export function skipGap(text: string, from: number): number {
  let at = from;
  for (;;) {
    const character = text[at];
    if (character === '#' && (at === 0 || isSpace(text[at - 1]))) at = lineEnd(text, at);
    else if (isSpace(character)) at += 1;
    else return at;
  }
}

export function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

export interface YamlLimits {
  /** Levels of nesting. */
  depth: number;
  /** Alias expansions. */
  aliases: number;
}

export type YamlTree =
  | { contents: ParsedNode | null; findings: readonly [] }
  | { contents: undefined; findings: readonly TextFinding[] };

/** Limits the time for one file of the largest size to a second or two, whatever it contains. */
const maxTokens = 200_000;
const maxErrors = 3;
/** The mark that the lexer puts before a scalar. */
const scalarMark = '\u001f';

/** Parses a text of one YAML 1.2 document into its tree. */
export function parseYaml(text: string, limits: YamlLimits): YamlTree {
  const contents = readCommonYaml(text, limits.depth);
  return contents ? { contents, findings: [] } : parseAnyYaml(text, limits);
}

/** Parses with the complete parser, which is recursive: nesting that would overflow the stack is refused beforehand. */
export function parseAnyYaml(text: string, limits: YamlLimits): YamlTree {
  const tokens = tokenize(text, limits.depth);
  if (!Array.isArray(tokens)) return { contents: undefined, findings: [tokens] };
  const composer = new Composer({
    version: '1.2',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  let document: Document.Parsed | undefined;
  for (const composed of composer.compose(tokens, true, text.length)) {
    if (document) {
      const message = 'the file holds more than one YAML document';
      const hint = 'Give each entity a file of its own.';
      return {
        contents: undefined,
        findings: [findingAt(composed.range[0], 'yaml-documents', message, hint)],
      };
    }
    document = composed;
  }
  if (document?.directives.yaml.explicit && document.directives.yaml.version !== '1.2') {
    const message = `the file asks for YAML ${document.directives.yaml.version}; entity files are YAML 1.2`;
    const hint = 'Remove the `%YAML` directive.';
    return { contents: undefined, findings: [{ rule: 'yaml-syntax', message, hint, start: 0, end: 5 }] };
  }
  if (document && document.errors.length > 0) {
    const findings = explainErrors(document, text, maxErrors);
    return { contents: undefined, findings };
  }
  return { contents: document?.contents ?? null, findings: [] };
}

/** The tokens of a text; a finding for one that is too deep or has too many. */
function tokenize(text: string, maxDepth: number): CST.Token[] | TextFinding {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const start = parser.offset;
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack holds the document, one entry for each level, and the current scalar.
    if (parser.stack.length > maxDepth + 2) {
      const message = `the file is nested deeper than ${maxDepth} levels`;
      return findingAt(start, 'yaml-depth', message, 'Flatten it, or raise `Limits.YamlDepth`.');
    }
    if (lexeme !== scalarMark && lexeme.trim() !== '') count += 1;
    if (count > maxTokens) {
      return findingAt(start, 'yaml-size', `the file has more than ${maxTokens} parts`, 'Split it.');
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}
