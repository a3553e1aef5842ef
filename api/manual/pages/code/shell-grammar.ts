import type { Highlighter, Language } from '#highlight.js';
import bash from '#highlight.js/bash';

/** Bash, with the program of each line and its options told apart. */
export function shell(hljs: Highlighter): Language {
  const plain = bash(hljs);
  const program = { scope: 'title', match: /^(?:sudo )?[A-Za-z][\w./-]*(?=\s|$)/m };
  const option = { scope: 'attr', match: /(?<=\s)--?[A-Za-z][\w-]*/ };
  return { ...plain, contains: [option, program, ...plain.contains] };
}
