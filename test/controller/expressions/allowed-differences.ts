/**
 * Programs of `programs/` to which our answer may differ from that of jq 1.8.2, and why. The README of
 * `controller/expressions` tells the same to its readers.
 */
export const allowedDifferences: ReadonlyMap<string, string> = new Map([
  [
    '3.0 | tostring, tojson',
    'jq keeps the spelling of a literal that nothing is computed with; here numbers are doubles',
  ],
  [
    'reduce .[] as $x (0, 1; . + $x)',
    'jq loses the input of `reduce` after the first of several start values',
  ],
  ['path(. as {a:$x} | .c)', 'jq loses its path when a pattern takes the input apart'],
  ['"abc".[0:1]?', 'jq refuses a dot before a slice'],
  ['strftime("%Z"), strftime("%z")', 'the C library that the oracle was built with knows no zones'],
  ['"2015 064" | strptime("%Y %j")', 'the C library that the oracle was built with misreads `%j`'],
  [
    '"x"|test("(?<n")',
    'the messages of Oniguruma about broken patterns are followed in general, not in each case',
  ],
  ['error("a\\u0000b")', 'the program `jq` cuts an uncaught message at U+0000'],
]);

/** Answers of jq to generated programs from which ours may differ. */
export const allowedAnswers: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern: /Repeat string result too long/,
    why: 'a text too long is a matter of the budget here, which no `try` catches',
  },
  {
    // `canonical` puts a dot before the keys of values, so that this finds only keys inside of texts.
    pattern: /\\*"\d+\\*":/,
    why: 'JavaScript lists keys that are whole numbers first, in their order; jq in the order of its hash table',
  },
];
