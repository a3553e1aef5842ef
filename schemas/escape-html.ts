const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&quot;',
};

/** Returns a text as HTML, for contents of elements and values of attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>'"]/g, (character) => entities[character] ?? character);
}
