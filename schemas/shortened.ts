/** Shortens a text. The `…` of a cut tells the masking of secrets that a secret may have been cut. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
