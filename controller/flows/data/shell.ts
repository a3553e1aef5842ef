/** The next part of a command outside of quotes: one that matters, or a run of characters that do not. */
const part = /<<-?[ \t]*['"\\]?[A-Za-z_]|<+|\$[({]|\\[\s\S]?|[#'"`(){}]|[^\\<$#'"`(){}]+|\$/y;
/** The next part inside of double quotes, or of an expansion such as `${a:-b}`. */
const quotedPart = /\$[({]|\\[\s\S]?|["`]|[^\\$"`]+|\$/y;
const expansionPart = /\$[({]|\\[\s\S]?|['"`}]|[^\\$'"`}]+|\$/y;

const closing: Readonly<Record<string, string>> = { '(': ')', '$(': ')', '${': '}', '"': '"', '`': '`' };
/** The end of a compound command, where a command may begin, perhaps with redirections behind it. */
const compoundEnd = /(?:^|(?<!\\)[;&|\n)}]|\b(?:fi|done|esac|then|do|else)[ \t])\s*(fi|done|esac|\})$/;
const redirections = /(?:\s*\d?(?:>>?|<)(?:\s*|&)[^\s;&|<>()'"`]{1,100})+$/;
const operator = /(?<!\\)[;&|\\]$/;

/** The place behind a shell command at which further words belong to it, or the reason why there is none. */
export interface EndOfCommand {
  offset: number;
  obstacle?: string;
  /** The obstacle is a quote that is never closed: no shell reads the command. */
  isOpen?: true;
}

/** Finds the end of the last command of a text, before a comment. */
export function endOfCommand(code: string): EndOfCommand {
  const open: { type: string; at: number }[] = [];
  /** The end of what is no blank and no comment. */
  let end = 0;
  let subshellEnd = -1;
  for (let at = 0; at < code.length; ) {
    const { type } = open.at(-1) ?? { type: '' };
    const next = nextPart(code, at, type);
    const behind = at + next.length;
    if (next === '#' && isCode(type)) {
      const isWord = at > 0 && !/[\s;&|()]/.test(code[at - 1] ?? '');
      const line = isWord ? behind : code.indexOf('\n', at);
      if (isWord) end = behind;
      at = line === -1 ? code.length : line;
      continue;
    }
    if (isCode(type) && /^<<.*\w/.test(next) && !isArithmetic(open))
      return { offset: at, obstacle: 'a here-document' };
    if (next === closing[type]) {
      open.pop();
      if (type === '(') subshellEnd = behind;
    } else if (next === "'" && !(type === '${' && open.at(-2)?.type === '"')) {
      const close = code.indexOf("'", behind);
      if (close === -1) return { offset: at, obstacle: 'a quote that is never closed', isOpen: true };
      end = at = close + 1;
      continue;
    } else if (Object.hasOwn(closing, next)) open.push({ type: next, at });
    const solid = next.trimEnd().length;
    if (solid > 0) end = at + solid;
    at = behind;
  }
  const quote = open.find(({ type }) => type === '"' || type === '`');
  if (quote) return { offset: quote.at, obstacle: 'a quote that is never closed', isOpen: true };
  const [left] = open;
  if (left) return { offset: left.at, obstacle: `\`${left.type}\` that is never closed` };
  return behindCommand(code.slice(0, end), subshellEnd);
}

function nextPart(code: string, at: number, type: string): string {
  const pattern = type === '"' ? quotedPart : type === '${' ? expansionPart : part;
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0] ?? code.charAt(at);
}

/** True for a place at which the shell reads commands. */
function isCode(type: string): boolean {
  return type !== '"' && type !== '${';
}

function behindCommand(command: string, subshellEnd: number): EndOfCommand {
  const offset = command.length;
  if (offset === 0) return { offset, obstacle: 'a comment' };
  const tail = command.slice(-500);
  const whole = tail.replace(redirections, '');
  const isSubshell = subshellEnd === offset - tail.length + whole.length;
  const last = operator.exec(tail)?.[0] ?? compoundEnd.exec(whole)?.[1] ?? (isSubshell ? ')' : undefined);
  return last === undefined ? { offset } : { offset, obstacle: `\`${last}\`` };
}

/** True inside of `$(( ))`. */
function isArithmetic(open: readonly { type: string }[]): boolean {
  return open.at(-1)?.type === '(' && open.at(-2)?.type === '$(';
}
