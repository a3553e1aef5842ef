import MarkdownIt from 'markdown-it';

/** Returns a reader of the manual's Markdown: HTML in it is text, and images are not loaded. */
export function createMarkdown(highlight?: (text: string) => string): MarkdownIt {
  return new MarkdownIt({ html: false, ...(highlight && { highlight }) }).disable('image');
}
