/** Operators of other languages near the place of a syntax error, with their form in jq. */
const operators: readonly (readonly [RegExp, string])[] = [
  [/&&/y, 'Write `and`.'],
  [/\|\|/y, 'Write `or`, or `//` for a default.'],
  [/===/y, 'Write `==`.'],
  [/!==/y, 'Write `!=`.'],
  [/=>/y, 'Write `>=` to compare. jq has no functions with `=>`: `map(.id)` reads the `id` of each item.'],
  [/<>/y, 'Write `!=`.'],
  [/=~/y, 'Write `test("pattern")` behind the value: `(.name | test("^a"))`.'],
  [/=</y, 'Write `<=`.'],
  [/\?\?|\?:/y, 'Write `//` for a default.'],
  [/\?\s+[^:]*:/y, 'Write `if … then … else … end`.'],
  [/\+\+/y, 'Write `+ 1`.'],
  [/!/y, 'Write `not` behind the value: `(.done | not)`.'],
  [/'/y, 'Write texts in double quotes: `"paid"`.'],
  [/`/y, 'Write texts in double quotes; `\\(.name)` puts a value into a text.'],
  [/\$\{/y, 'The whole text is an expression: leave out `${` and `}` in it.'],
  [/&(?!&)/y, 'Write `and` for conditions, and `+` to join texts.'],
  [/(?:AND|And)\b/y, 'Write `and`.'],
  [/(?:OR|Or)\b/y, 'Write `or`.'],
  [/is\s+(?:not\s+)?(?:null|None|nil)\b/y, 'Write `== null` or `!= null`.'],
  [/eq\b/y, 'Write `==`.'],
  [/ne\b/y, 'Write `!=`.'],
  [/(?:gt|ge|lt|le)\b/y, 'Write `>`, `>=`, `<` or `<=`.'],
  [/(?:not\s+)?in\b/y, 'Write `IN("a", "b")` behind the value: `(.status | IN("open", "paid"))`.'],
  [/contains\b/y, 'Write `| contains("text")` behind the value.'],
  [/(?:startswith|startsWith)\b/y, 'Write `| startswith("text")` behind the value.'],
  [/(?:endswith|endsWith)\b/y, 'Write `| endswith("text")` behind the value.'],
  [/matches\b/y, 'Write `| test("pattern")` behind the value.'],
  [/like\b/y, 'Write `| test("pattern")` behind the value.'],
  [/\.\d+/y, 'Write `[0]` for an item of a list: `.items[0].name`.'],
  [/if\b/y, 'Write `if … then … else … end`.'],
];

/** Methods of other languages, with the functions of jq. */
const methods: Readonly<Record<string, string>> = {
  endsWith: 'endswith("text")',
  filter: 'map(select(condition))',
  find: 'first(.[] | select(condition))',
  get: 'name // "default"',
  includes: 'index("text") != null',
  indexOf: 'index("text")',
  join: 'join(", ")',
  keys: 'keys',
  length: 'length',
  lower: 'ascii_downcase',
  map: 'map(.id)',
  push: '. + [item]',
  replace: 'gsub("pattern"; "text")',
  slice: '.[from:to]',
  some: 'any(condition)',
  split: 'split(",")',
  startsWith: 'startswith("text")',
  strip: 'trim',
  substring: '.[from:to]',
  toLowerCase: 'ascii_downcase',
  toString: 'tostring',
  toUpperCase: 'ascii_upcase',
  trim: 'trim',
  upper: 'ascii_upcase',
};

/** The hint for syntax of another language near the place of a syntax error. */
export function foreignSyntax(source: string, offset: number): string | undefined {
  const method = /\.([A-Za-z_]\w*)$/.exec(source.slice(0, offset))?.[1];
  if (method !== undefined && source[offset] === '(') {
    const replacement = Object.hasOwn(methods, method) ? methods[method] : `${method}(…)`;
    return `jq has no methods: write \`| ${replacement}\` behind the value.`;
  }
  for (const at of [offset, offset - 1, offset - 2, offset - 3]) {
    if (at < 0) continue;
    for (const [pattern, hint] of operators) {
      // A word begins where no other one ends.
      if (/\w/.test(source[at] ?? '') && /[\w.$]/.test(source[at - 1] ?? '')) continue;
      pattern.lastIndex = at;
      if (pattern.test(source)) return hint;
    }
  }
  return offset >= source.trimEnd().length ? unfinished(source) : undefined;
}

/** The hint for an expression that ends too soon. */
function unfinished(source: string): string | undefined {
  // A text that is not closed ends with the source, so that no part is read twice.
  const code = source.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, '""');
  if (/\belse\s+if\b/.test(code)) return 'Write `elif` for `else if`; one `end` closes all branches.';
  if (/\bif\b/.test(code) && !/\bend\b/.test(code)) return 'Write `end` behind the last branch.';
  if (code.split('(').length > code.split(')').length) return 'Close each `(` with `)`.';
  return undefined;
}
