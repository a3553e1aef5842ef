import { compile, ExpressionSyntaxError } from '../../expressions/index.js';
import { foreignValueHint } from './foreign-variables.js';

/** A likely slip in a text, at an offset into it. */
export interface ExpressionMistake {
  offset: number;
  message: string;
  hint: string;
}

/** Texts longer than this are data, not expressions. */
const maxLength = 2_000;

/**
 * Finds `{{ … }}` in the text around expressions.
 * @param isInFlow false where expressions have no variables
 */
export function bracesInText(text: string, isInFlow = true): ExpressionMistake | undefined {
  const start = text.indexOf('{{');
  const end = start === -1 ? -1 : text.indexOf('}}', start);
  if (end === -1) return undefined;
  const expressionText = text.slice(start + 2, end).trim();
  const inner = isInFlow ? expressionText : expressionText.replace(/^(?:trigger|event|request)\./, '');
  return {
    offset: start,
    message: `\`{{ ${shortened(expressionText)} }}\` stays in the text as it is`,
    hint:
      (isInFlow ? foreignValueHint(inner) : undefined) ??
      `Write \`\${ ${asExpression(inner)} }\` if it is an expression.`,
  };
}

/** Finds a whole text in back quotes with expressions in it. */
export function backQuotes(text: string): ExpressionMistake | undefined {
  if (!/^\s*`[^`]*\$\{[^`]*`\s*$/.test(text.slice(0, maxLength))) return undefined;
  const message = 'the back quotes stay in the text';
  return { offset: text.indexOf('`'), message, hint: 'Leave them out: any text can have `${ }` in it.' };
}

/** Finds `${{ … }}`, which makes an object of one member; its author may have meant the member. */
export function doubledBraces(source: string): ExpressionMistake | undefined {
  if (source.length > maxLength || !/^\{\s*\$?[A-Za-z_]\w*\s*\}$/.test(source)) return undefined;
  const inner = source.slice(1, -1).trim();
  return {
    offset: 0,
    message: `\`\${{ ${inner} }}\` gives an object with the member \`${inner.replace('$', '')}\``,
    hint: `Write \`\${ ${asExpression(inner)} }\` for the value, or \`\${ {${inner}} }\` for the object.`,
  };
}

/** Finds the braces of another language around an expression that does not compile: `{{ .x }}`, or `{ .x }` of `${{ .x }}`. */
export function bracesAround(source: string, variables: readonly string[]): ExpressionMistake | undefined {
  if (source.length > maxLength) return undefined;
  const [, inner] = /^\s*\$?\{{1,2}((?:[^{}]|\{[^{}]*\})*)\}{1,2}\s*$/.exec(source) ?? [];
  if (inner === undefined) return undefined;
  const offset = source.length - source.trimStart().length;
  const message = 'expressions are written in one pair of braces';
  const foreign = foreignValueHint(inner.trim());
  if (foreign !== undefined) return { offset, message, hint: foreign };
  const expression = asExpression(inner.trim());
  if (!compiles(expression, variables)) return undefined;
  return { offset, message, hint: `Write \`\${ ${shortened(expression)} }\`.` };
}

function compiles(source: string, variables: readonly string[]): boolean {
  try {
    compile(source, { variables });
    return true;
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return false;
    throw error;
  }
}

/** Writes a name or a path without its first dot, as other languages do, the way jq writes it. */
function asExpression(inner: string): string {
  const ofInput = /^\$json(\..+)$/.exec(inner)?.[1];
  if (ofInput !== undefined) return ofInput;
  const path = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.exec(inner)?.[0];
  if (path === undefined) return inner;
  return /^(?:secrets|context|input|workflow|runtime|task)\./.test(path) ? `$${path}` : `.${path}`;
}

const path = String.raw`\.[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[[^\]\s]{0,40}\])*`;
/** A path of two steps or more, a path into a pipe, or a variable with a member. */
const bare = new RegExp(
  String.raw`^(?:${path}|\.)\s*(?:\|\s*[a-z_].*|//\s*\S.*)?$|^\$[A-Za-z_]\w*\.[A-Za-z_][\w.]*$`,
  's',
);
/** Endings of file names and of domains, such as `.tar.gz`, `.example.com` and `.acme.co.uk`. */
const ending = new RegExp(
  [
    String.raw`^(?:\.[a-z0-9]{1,4}){1,3}$`,
    String.raw`\.(?:ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}$`,
    String.raw`\.example\.[a-z]{2,6}$`,
    String.raw`\.(?:ai|app|biz|cloud|com|corp|dev|edu|gov|internal|io|lan|local|localhost|net|org|test)$`,
    String.raw`\.(?:bak|json|jsonl|ndjson|yaml|yml|gz)$`,
  ].join('|'),
);
/** Names of values that may be endings, and endings of countries: `.acme.de` may be a path too. */
const ofEnding = /domain|host|suffix|zone|cookie|ending|dns/i;
const ofCountry = /^(?:\.\w+)+\.[a-z]{2}$/;
/** Paths in the answers of servers, which the action reads. */
const ofAnswer = /\/with\/paginate\/(?:items|next|cursor|more|total)$/;

/**
 * Finds a text that reads like an expression and would be used as it is.
 * @param pointer of the text, whose names may say that it is the ending of a domain or a file, or a path in an answer
 */
export function bareExpression(
  text: string,
  variables: readonly string[],
  pointer: string,
): ExpressionMistake | undefined {
  const source = text.trim();
  if (source.length < 3 || source.length > maxLength || !/^[.$]/.test(source)) return undefined;
  if (!bare.test(source) || ending.test(source)) return undefined;
  if (ofAnswer.test(pointer)) return undefined;
  const [name = ''] = /[^/]*(?:\/\d+)?$/.exec(pointer) ?? [];
  if (ofEnding.test(name) && ofCountry.test(source)) return undefined;
  if (!/^\$|[|[]|\/\/|\..*\./s.test(source) || !compiles(source, variables)) return undefined;
  const shown = shortened(source);
  return {
    offset: 0,
    message: `\`${shown}\` is used as text, not evaluated`,
    hint: `Write \`\${ ${shown} }\` if it is an expression.`,
  };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
