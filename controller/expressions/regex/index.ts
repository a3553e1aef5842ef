import { compileRegex, type RegexProgram } from './compile.js';
import { type Captures, type CountSteps, Matcher } from './match.js';
import { parseRegex } from './parse.js';

export type { Captures } from './match.js';
export { RegexSyntaxError } from './syntax.js';

/** How a pattern is read and searched for. */
export interface RegexOptions {
  readonly ignoreCase: boolean;
  readonly extended: boolean;
  readonly dotAll: boolean;
  readonly longest: boolean;
  /** Matches of nothing do not count. */
  readonly notEmpty: boolean;
}

export interface CompiledRegex {
  /** The name of each group, from group 1 on. */
  readonly names: readonly (string | null)[];
  /** Answers a function that finds the first match at or after a position, in UTF-16 units. */
  searcher(text: string, count: CountSteps): (from: number) => Captures | undefined;
}

/** Patterns are seldom computed: the same few serve every evaluation. */
const CACHE_SIZE = 256;
/** Steps that compiling a pattern counts for, besides those for its length. */
const COMPILING = 1000;
const cache = new Map<string, CompiledRegex>();

/** Compiles a pattern in Oniguruma's Perl syntax, counting what it takes. Throws RegexSyntaxError. */
export function regex(pattern: string, options: RegexOptions, count: CountSteps): CompiledRegex {
  const key = `${options.ignoreCase}${options.extended}${options.dotAll}${options.longest}${options.notEmpty}${pattern}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  count(COMPILING + pattern.length * 32);
  const compiled = compile(pattern, options, count);
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value ?? '');
  cache.set(key, compiled);
  return compiled;
}

function compile(pattern: string, options: RegexOptions, count: CountSteps): CompiledRegex {
  const { ignoreCase, extended, dotAll, longest, notEmpty } = options;
  const { root, names } = parseRegex(pattern, { ignoreCase, extended, dotAll, singleLine: true });
  const program: RegexProgram = compileRegex(root, names.length);
  count(program.code.length * 4);
  return {
    names,
    searcher(text, count) {
      const matcher = new Matcher(program, text, count, longest);
      if (!notEmpty) return (from) => matcher.find(from);
      return (from) => {
        for (let start = from; start <= text.length; ) {
          const captures = matcher.find(start);
          if (captures === undefined || captures[0] !== captures[1]) return captures;
          start = (captures[1] as number) + 1;
        }
        return undefined;
      };
    },
  };
}
