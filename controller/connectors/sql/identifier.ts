/** A name of the catalog as SQL has it; nothing else than such a name becomes an identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
