const hereDocument = /<<-?\s*['"\\]?[A-Za-z_]/y;
const blank = /\s/;
const wordStart = /[\s;&|()]/;

/** The place behind a shell command at which further words belong to it, or the reason why there is none. */
export type EndOfCommand = { offset: number; obstacle?: undefined } | { offset: number; obstacle: string };

/** Finds the end of the last command of a text, before a comment. */
export function endOfCommand(code: string): EndOfCommand {
  // Quotes and parentheses that are open.
  const open: string[] = [];
  let comment: number | undefined;
  for (let at = 0; at < code.length; at++) {
    const char = code[at] ?? '';
    const isCode = open.at(-1) !== '"' && open.at(-1) !== "'";
    if (isCode && char === '#' && (at === 0 || wordStart.test(code[at - 1] ?? ''))) {
      comment ??= at;
      const end = code.indexOf('\n', at);
      at = end === -1 ? code.length : end;
    } else if (!isCode || !blank.test(char)) {
      comment = undefined;
      if (isCode && char === '<' && isHereDocument(code, at) && !isArithmetic(open))
        return { offset: at, obstacle: 'a here-document' };
      if (isCode && char === '<') while (code[at + 1] === '<') at++;
      if (char === '\\' && open.at(-1) !== "'") at++;
      else nest(open, char, code[at - 1]);
    }
  }
  return behind(code.slice(0, comment).trimEnd());
}

function nest(open: string[], char: string, before: string | undefined): void {
  const innermost = open.at(-1);
  const isQuoted = innermost === '"' || innermost === "'";
  const closing = isQuoted ? innermost : ')';
  const isOpening =
    (char === '(' && (!isQuoted || (innermost === '"' && before === '$'))) ||
    (!isQuoted && /["']/.test(char));
  if (char === closing) open.pop();
  else if (isOpening) open.push(char);
}

function behind(command: string): EndOfCommand {
  const [last] = /(?:[;&|\\]|(?:^|\s)(?:fi|done|esac))$/.exec(command.slice(-20)) ?? [];
  const offset = command.length;
  if (last === undefined) return offset === 0 ? { offset, obstacle: 'a comment' } : { offset };
  return { offset, obstacle: `\`${last.trim()}\`` };
}

function isHereDocument(code: string, at: number): boolean {
  hereDocument.lastIndex = at;
  return hereDocument.test(code);
}

/** True inside of `$(( ))`. */
function isArithmetic(open: readonly string[]): boolean {
  return open.at(-1) === '(' && open.at(-2) === '(';
}
