/** Words of other surfaces, as tools have them. */
const terms: readonly [RegExp, string][] = [
  [/`Idempotency-Key`/g, '`idempotencyKey`'],
  [/`If-Match`|`ETag`/g, '`etag`'],
  [
    /All paths start with `\/api\/v1\/`\..*$/,
    'Call `describe {}` for what is here, or `describe {"type": "tool"}` for the tools.',
  ],
  [/is `\/api\/v1\/\{branch\}\/hooks/g, 'ends with `/hooks'],
];

/** Returns the text of a hint in the words of tools. */
export function forAgents(hint: string): string {
  return terms.reduce((text, [pattern, term]) => text.replace(pattern, term), hint);
}
