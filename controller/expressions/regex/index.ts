import { compileRegex } from './compile.js';
import { type Captures, type CountSteps, Matcher } from './match.js';
import { parseRegex } from './parse.js';

export type { Captures } from './match.js';
export { RegexSyntaxError } from './syntax.js';

export interface CompiledRegex {
  /** The name of each group, from group 1 on; null for unnamed groups. */
  readonly names: readonly (string | null)[];
  /** Returns a function that finds the first match at or after a position, in UTF-16 units. */
  searcher(text: string, count: CountSteps): (from: number) => Captures | undefined;
}

/** Patterns are seldom computed: the same few serve every evaluation. */
const cacheSize = 256;
const cache = new Map<string, CompiledRegex>();
/** Steps that the compilation of a pattern counts for, besides those for its length. */
const COMPILING = 1000;

/**
 * Compiles a pattern in Oniguruma's Perl syntax and counts the work. The letters of jq's flags: `i` ignores case, `x`
 * allows blanks and comments, `p` lets `.` match line ends, `l` finds the longest match, `n` ignores empty matches.
 * Throws RegexSyntaxError.
 */
export function regex(pattern: string, flags: string, count: CountSteps): CompiledRegex {
  const key = `${flags}/${pattern}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  count(COMPILING + pattern.length * 32);
  const { root, names } = parseRegex(pattern, {
    ignoreCase: flags.includes('i'),
    extended: flags.includes('x'),
    dotAll: flags.includes('p'),
    singleLine: true,
  });
  const program = compileRegex(root, names.length);
  count(program.code.length * 4);
  const isLongestMatch = flags.includes('l');
  const notEmpty = flags.includes('n');
  const compiled: CompiledRegex = {
    names,
    searcher: (text, count) => {
      const matcher = new Matcher(program, text, count, isLongestMatch);
      return (from) => {
        let captures = matcher.find(from);
        while (notEmpty && captures !== undefined && captures[0] === captures[1]) {
          captures = matcher.find((captures[1] as number) + 1);
        }
        return captures;
      };
    },
  };
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '');
  cache.set(key, compiled);
  return compiled;
}
