import { escapeHtml } from '../../../schemas/escape-html.js';

/** Returns an element with attributes and a text; without a text, an empty element. */
export function xmlElement(name: string, attributes: Record<string, string>, text?: string): string {
  const attributesText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const open = `<${name}${attributesText.join('')}`;
  return text === undefined ? `${open}/>` : `${open}>${escapeHtml(text)}</${name}>`;
}
