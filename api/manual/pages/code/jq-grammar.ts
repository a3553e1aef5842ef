import type { Highlighter, Language, Mode } from '#highlight.js';

const keywords = {
  keyword:
    'def if then elif else end as reduce foreach try catch label break import include limit and or not',
  literal: 'true false null empty',
};

/** Returns the words of jq, for programs and for expressions in other files. */
function jqModes(hljs: Highlighter): Mode[] {
  const text: Mode = { scope: 'string', begin: '"', end: '"', contains: [hljs.BACKSLASH_ESCAPE] };
  const parts: Mode[] = [
    text,
    hljs.HASH_COMMENT_MODE,
    { scope: 'variable', match: /\$[\w:]+/ },
    { scope: 'built_in', match: /@[a-z0-9]+/ },
    { scope: 'attr', match: /\.[A-Za-z_]\w*/ },
    hljs.C_NUMBER_MODE,
  ];
  // Inside a text, `\( … )` is a program.
  const program: Mode = { scope: 'subst', begin: /\\\(/, end: /\)/, keywords };
  const group: Mode = { begin: /\(/, end: /\)/, keywords };
  group.contains = [group, ...parts];
  program.contains = [group, ...parts];
  text.contains = [program, hljs.BACKSLASH_ESCAPE];
  return parts;
}

/** A grammar of jq, which the library lacks. */
export function jq(hljs: Highlighter): Language {
  return { name: 'jq', keywords, contains: jqModes(hljs) };
}

/** Returns an expression between `${` and `}`. */
export function expressionMode(hljs: Highlighter): Mode {
  const parts = jqModes(hljs);
  const braces: Mode = { begin: /\{/, end: /\}/, keywords };
  braces.contains = [braces, ...parts];
  return { scope: 'subst', begin: /\$\{/, end: /\}/, keywords, contains: [braces, ...parts] };
}
