import MarkdownIt, { type Token } from 'markdown-it';

/** An element of a Markdown text, or a text in it. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  tag: string;
  /** The address of a link: `http`, `https`, `mailto` or a path, never a script. */
  href?: string | undefined;
  /** The first number of a list. */
  start?: number | undefined;
  children: MarkdownNode[];
}

/** A longer text is shown as it is: its page would be slow. */
const maxLength = 50_000;
/** Cells of a table; a row of one bar has as many cells as the head. */
const maxCells = 5_000;

// HTML in it is text, and images are not loaded: the same reader as that of the forms behind links.
const reader = new MarkdownIt({ html: false }).disable('image');
const readerWithoutTables = new MarkdownIt({ html: false }).disable('image').disable('table');

/** Elements that a text can have; others are passed over, with what is in them kept. */
const tags: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br table thead tbody tr th td strong em s a code pre'.split(
    ' ',
  ),
);

/** Parses Markdown to elements, so that nothing in it is set as HTML. */
export function parseMarkdown(text: string): MarkdownNode[] {
  if (text.length > maxLength) return [{ tag: 'pre', children: [text] }];
  const lines = text.split('\n');
  const columns = Math.max(...lines.map((line) => line.split('|').length));
  const parser = lines.length * columns > maxCells ? readerWithoutTables : reader;
  return toTree(parser.parse(text, {}));
}

function toTree(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const token of tokens) {
    const inside = open.at(-1) ?? root;
    if (token.nesting === -1) open.pop();
    else if (token.nesting === 1) {
      const element = createElement(token);
      if (element) inside.push(element);
      open.push(element ? element.children : inside);
    } else inside.push(...toNodes(token));
  }
  return root;
}

/** Undefined for one that adds nothing, such as the paragraph of a short item of a list. */
function createElement(token: Token): MarkdownElement | undefined {
  if (token.hidden || !tags.has(token.tag)) return undefined;
  const start = Number(token.attrGet('start') ?? Number.NaN);
  return {
    tag: token.tag,
    href: token.tag === 'a' ? (token.attrGet('href') ?? undefined) : undefined,
    start: Number.isInteger(start) ? start : undefined,
    children: [],
  };
}

function toNodes({ type, tag, content, children }: Token): MarkdownNode[] {
  switch (type) {
    case 'inline':
      return toTree(children ?? []);
    case 'softbreak':
      return ['\n'];
    case 'code_inline':
      return [{ tag: 'code', children: [content] }];
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', children: [content] }];
    default:
      return tag === 'hr' || tag === 'br' ? [{ tag, children: [] }] : [content];
  }
}
