/** A text that people read, with its place. Markup is blanked out, so that offsets still lead to lines. */
export interface Passage {
  path: string;
  /** The line its text starts in, from 1. */
  line: number;
  text: string;
}

export interface ProseFinding {
  path: string;
  line: number;
  words: string;
}

/** Replaces a match by spaces; line ends stay. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
