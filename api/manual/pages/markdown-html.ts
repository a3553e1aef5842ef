import type { Renderer, Token } from 'markdown-it';
import { escapeHtml } from '../../../schemas/escape-html.js';
import { createMarkdown } from '../../http/pages/markdown.js';
import { highlightCode } from './code/highlight.js';

/** A heading inside a text, which the list at the top of a page leads to. */
export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** Returns the address of the page that a piece of code names, if it names one. */
export type LinkOf = (code: string, isNameOfRow: boolean) => string | undefined;

interface Env {
  toLink: LinkOf;
  headings: Heading[];
  /** The number of the table's cell in its row, from 1 on; 0 outside of tables. */
  cell: number;
}

/** Readers with a keyboard scroll a block once it has the focus. */
const markdown = createMarkdown(
  (text, language) => `<pre tabindex="0"><code>${highlightCode(text, language)}</code></pre>`,
);

Object.assign(markdown.renderer.rules, {
  heading_open: withId,
  table_open: rule((env) => (env.cell = 0)),
  tr_open: rule((env) => (env.cell = 0)),
  td_open: rule((env) => env.cell++),
  table_close: rule((env) => (env.cell = 0)),
  code_inline: linkedCode,
});

/** Returns a text as HTML, with its headings. */
export function toHtml(text: string, toLink: LinkOf): { html: string; headings: readonly Heading[] } {
  const env: Env = { toLink, headings: [], cell: 0 };
  return { html: markdown.render(text, env), headings: env.headings };
}

/** Returns one line of Markdown as HTML. */
export function inlineHtml(text: string, toLink: LinkOf): string {
  const env: Env = { toLink, headings: [], cell: 0 };
  return markdown.renderInline(text, env);
}

function rule(change: (env: Env) => void) {
  return (tokens: Token[], index: number, options: object, env: Env, renderer: Renderer) => {
    change(env);
    return renderer.renderToken(tokens, index, options);
  };
}

function withId(tokens: Token[], index: number, options: object, env: Env, renderer: Renderer): string {
  const text = (tokens[index + 1]?.content ?? '').replaceAll('`', '');
  const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const same = env.headings.filter(({ text: other }) => other === text).length;
  const id = same === 0 ? plain : `${plain}-${same + 1}`;
  env.headings.push({ id, text });
  tokens[index]?.attrSet('id', id);
  return renderer.renderToken(tokens, index, options);
}

function linkedCode(tokens: Token[], index: number, _options: object, env: Env): string {
  const { content = '' } = tokens[index] ?? {};
  const html = `<code>${escapeHtml(content)}</code>`;
  const opened = tokens.slice(0, index).findLast(({ type }) => type.startsWith('link_'));
  const address = opened?.type === 'link_open' ? undefined : env.toLink(content, env.cell === 1);
  return address === undefined ? html : `<a href="${escapeHtml(address)}">${html}</a>`;
}
