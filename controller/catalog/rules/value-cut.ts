import { type ContentRule, maxFindings, type PlacedFinding } from './rule.js';

/** Characters of a comment that are read. */
const maxCommentLength = 500;

/** Finds values without quotes that end at a `#` which their author seems to have meant as part of them. */
export const valueCut: ContentRule = {
  id: 'value-cut',
  severity: 'warning',
  summary: 'a value ends at a `#` that begins a comment',
  what: 'A text without quotes is followed by a blank and `#`, which begins a comment. It is found when no blank follows the `#`, and when the value ends inside an expression, or inside a string or brackets that end in the comment. It is an error where the value is an expression that cannot be compiled.',
  why: 'YAML drops the rest of the line: `Order #12` becomes `Order`.',
  fix: 'Put the value in quotes. Put a blank after the `#` of a comment.',
  example: { wrong: 'title: Order #12', right: "title: 'Order #12'" },
  explains: ['jq-syntax'],
  onlyIn: /[ \t]#/,
  check({ text, places }) {
    const findings: PlacedFinding[] = [];
    for (const node of places.plainTexts()) {
      const end = node.range[1];
      const hash = commentAfter(text, end);
      const finding = hash === undefined ? undefined : judge(node.value, lineFrom(text, hash));
      if (hash === undefined || !finding) continue;
      const pointer = places.at(end - 1)?.pointer ?? '';
      findings.push({ pointer, ...places.range(hash, hash + 1), ...finding });
      if (findings.length === maxFindings) break;
    }
    return findings;
  },
};

/** The offset of the `#` that begins a comment after blanks; undefined when there is none. */
function commentAfter(text: string, end: number): number | undefined {
  let at = end;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at > end && text[at] === '#' ? at : undefined;
}

function judge(value: string, rest: string): Pick<PlacedFinding, 'message' | 'hint'> | undefined {
  // The value may be a secret: it is not repeated.
  const message = 'the value ends here: the `#` begins a comment';
  const hint = 'Put the value in quotes, or in a block (`|`).';
  if (isCut(value, rest)) return { message, hint };
  if (!/^#[^\s#!]/.test(rest) || rest.startsWith('#svc-ignore')) return undefined;
  return { message, hint: 'Put the value in quotes, or a blank after the `#` of a comment.' };
}

/** True for a value that ends inside an expression, or inside a string or brackets that end in the comment. */
function isCut(value: string, rest: string): boolean {
  const expression = value.lastIndexOf('${');
  if (expression !== -1 && !value.includes('}', expression)) return true;
  if (/(?:^|[\s([{:=,])"[^"]*$/.test(value) && count(value, '"') % 2 === 1 && rest.includes('"')) return true;
  return ['()', '[]', '{}'].some(([open = '', close = '']) => {
    return count(value, open) > count(value, close) && count(rest, close) > count(rest, open);
  });
}

/** The rest of a line. */
function lineFrom(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, Math.min(end === -1 ? text.length : end, start + maxCommentLength));
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
