/** Quotes a name of the catalog as an identifier of SQL; only such names become identifiers. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
