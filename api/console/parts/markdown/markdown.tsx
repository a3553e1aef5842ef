import { createElement, type ReactElement, type ReactNode, useMemo } from 'react';
import { type MarkdownElement, type MarkdownNode, parseMarkdown } from './markdown-tree.js';
import './markdown.css';

/** A text in Markdown, below a heading of the first level. */
export function Markdown({ text }: { text: string }): ReactElement {
  const content = useMemo(() => {
    const level = { last: 1 };
    return parseMarkdown(text).map((node, index) => renderNode(node, index, level));
  }, [text]);
  return <div className="markdown">{content}</div>;
}

function renderNode(node: MarkdownNode, key: number, level: { last: number }): ReactNode {
  if (typeof node === 'string') return node;
  const tag = getTag(node, level);
  const children = node.children.map((child, index) => renderNode(child, index, level));
  const inside = children.length > 0 ? children : undefined;
  switch (tag) {
    case 'a':
      return createElement(
        tag,
        { key, href: node.href, target: '_blank', rel: 'noopener noreferrer' },
        inside,
      );
    case 'ol':
      return createElement(tag, { key, start: node.start }, inside);
    case 'pre':
    case 'table':
      // A part that scrolls must be reached by keyboard.
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <div key={key} className="markdown-wide" tabIndex={0} dir={tag === 'pre' ? 'ltr' : undefined}>
          {createElement(tag, {}, inside)}
        </div>
      );
    default:
      return createElement(tag, { key }, inside);
  }
}

/** Headings go on from the one of the page without a gap, whatever the text begins with. */
function getTag({ tag }: MarkdownElement, level: { last: number }): string {
  const [, rank] = /^h([1-6])$/.exec(tag) ?? [];
  if (rank === undefined) return tag;
  level.last = Math.min(Math.max(2, Number(rank)), level.last + 1);
  return `h${level.last}`;
}
