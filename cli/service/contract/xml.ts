import { escapeHtml } from '../../../schemas/escape-html.js';

/** Returns an element with attributes and a text; without a text, an empty element. */
export function xmlElement(name: string, attributes: Record<string, string>, text?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const open = `<${name}${written.join('')}`;
  return text === undefined ? `${open}/>` : `${open}>${escapeHtml(text)}</${name}>`;
}
