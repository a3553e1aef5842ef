import { Composer, type CST, type Document, type ErrorCode, Lexer, type ParsedNode, Parser } from 'yaml';
import { readCommonYaml } from './common-yaml/block-reader.js';
import type { TextFinding } from './decode.js';

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

/**
 * Parses with the complete parser. The nesting is measured on the tokens before any recursive function gets them: nesting
 * that is deep enough would overflow the stack of the parser and end the process.
 */
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
    if (document) return { contents: undefined, findings: [secondDocument(composed)] };
    document = composed;
  }
  if (document?.directives.yaml.explicit && document.directives.yaml.version !== '1.2') {
    const message = `the file asks for YAML ${document.directives.yaml.version}; entity files are YAML 1.2`;
    const hint = 'Remove the `%YAML` directive.';
    return { contents: undefined, findings: [{ rule: 'yaml-syntax', message, hint, start: 0, end: 5 }] };
  }
  if (document && document.errors.length > 0) {
    const findings = document.errors.slice(0, maxErrors).map(({ code, message, pos: [start, end] }) => ({
      rule: code === 'TAB_AS_INDENT' ? 'yaml-tab' : 'yaml-syntax',
      message: message.charAt(0).toLowerCase() + message.slice(1),
      ...hintFor(code),
      start: Math.min(start, text.length),
      end: Math.min(end, text.length),
    }));
    return { contents: undefined, findings };
  }
  return { contents: document?.contents ?? null, findings: [] };
}

/** Hints for frequent mistakes whose message explains too little. */
const hints: Partial<Record<ErrorCode, string>> = {
  BAD_SCALAR_START: 'Put a text that begins with a special character in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'Put a text with `: ` in it, such as an expression, in quotes.',
  MULTILINE_IMPLICIT_KEY: 'A key must stand on one line; is a colon missing, or the indentation wrong?',
  TAB_AS_INDENT: 'Indent with blanks.',
};

function hintFor(code: ErrorCode): { hint?: string } {
  const hint = hints[code];
  return hint === undefined ? {} : { hint };
}

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
      return {
        rule: 'yaml-depth',
        message,
        hint: 'Flatten it, or raise `Limits.YamlDepth`.',
        start,
        end: start + 1,
      };
    }
    if (lexeme !== scalarMark && lexeme.trim() !== '') count += 1;
    if (count > maxTokens) {
      const message = `the file has more than ${maxTokens} parts`;
      return { rule: 'yaml-size', message, hint: 'Split it.', start, end: start + 1 };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function secondDocument(document: Document.Parsed): TextFinding {
  const [start] = document.range;
  const message = 'the file holds more than one YAML document';
  return {
    rule: 'yaml-documents',
    message,
    hint: 'Give each entity a file of its own.',
    start,
    end: start + 1,
  };
}
