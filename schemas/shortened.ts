/** Shortens a text. The `…` of a cut tells the masking of secrets that a secret may have been cut. */
export function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
