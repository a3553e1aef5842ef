/**
 * The beginning of a text, for messages. Where something is missing it says so with `…`: by that the masking of secrets
 * knows that one may have been cut.
 */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
