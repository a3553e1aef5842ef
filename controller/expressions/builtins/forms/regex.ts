import { product } from '../../compiler/basic.js';
import { collect } from '../../compiler/construct.js';
import { type Json, type JsonObject, setProperty, typeName } from '../../json.js';
import { type Captures, type CompiledRegex, RegexSyntaxError, regex } from '../../regex/index.js';
import { MORE, many, one, type Plan, type Signal, STOP } from '../../runtime/plan.js';
import { allocate, charge, chargeMatching, fail, run } from '../../runtime/run.js';
import { add } from '../../values/arithmetic.js';
import { describe } from '../../values/dump.js';
import { countCharacters, isPlain } from '../../values/text.js';
import type { Forms } from './form.js';

/** A search: a text, a pattern, and whether all matches are wanted. */
interface Search {
  readonly text: string;
  readonly pattern: CompiledRegex;
  readonly global: boolean;
}

function search(input: Json, pattern: Json, flags: Json, extraFlags: string): Search {
  if (typeof input !== 'string') return fail(`${describe(input)} cannot be matched, as it is not a string`);
  if (typeof pattern !== 'string') return fail(`${describe(pattern)} is not a string`);
  if (flags !== null && typeof flags !== 'string') return fail(`${describe(flags)} is not a string`);
  const letters = (flags ?? '') + extraFlags;
  if (/[^ginpslx]/.test(letters)) return fail(`${letters} is not a valid modifier string`);
  try {
    return { text: input, pattern: compiled(pattern, letters), global: letters.includes('g') };
  } catch (error) {
    if (error instanceof RegexSyntaxError) return fail(`Regex failure: ${error.message}`);
    throw error;
  }
}

function compiled(pattern: string, letters: string): CompiledRegex {
  const options = {
    ignoreCase: letters.includes('i'),
    extended: letters.includes('x'),
    dotAll: letters.includes('p'),
    longest: letters.includes('l'),
    notEmpty: letters.includes('n'),
  };
  return regex(pattern, options, chargeMatching);
}

/** Runs `use` with each match until it says STOP. */
function eachMatch({ text, pattern, global }: Search, use: (match: Captures) => Signal): Signal {
  const find = pattern.searcher(text, chargeMatching);
  charge(4);
  let from = 0;
  for (;;) {
    charge(4);
    const match = find(from);
    if (match === undefined) return MORE;
    const signal = use(match);
    if (signal || !global) return signal;
    const [start = 0, end = 0] = match;
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    if (from > text.length) return MORE;
  }
}

/** Counts code points up to positions that only grow, or starts over. */
function characterOffsets(text: string): (unit: number) => number {
  if (isPlain(text)) return (unit) => unit;
  let known = 0;
  let characters = 0;
  return (unit) => {
    if (unit < known) return countCharacters(text.slice(0, unit));
    characters += countCharacters(text.slice(known, unit));
    known = unit;
    return characters;
  };
}

function matchObject({ text, pattern }: Search, match: Captures, offset: (unit: number) => number): Json {
  allocate(256 * (1 + pattern.names.length));
  charge(4 * (1 + pattern.names.length));
  const part = (group: number): JsonObject => {
    const start = match[group * 2] as number;
    const end = match[group * 2 + 1] as number;
    if (start < 0 || end < 0) return { offset: -1, length: 0, string: null };
    const string = text.slice(start, end);
    return { offset: offset(start), length: countCharacters(string), string };
  };
  const captured = (name: string | null, index: number): Json => {
    const object = part(index + 1);
    object['name'] = name;
    return object;
  };
  const whole = part(0);
  whole['captures'] = pattern.names.map(captured);
  return whole;
}

/** The named groups as an object. */
function namedCaptures({ text, pattern }: Search, match: Captures): JsonObject {
  charge(4 * pattern.names.length);
  const object: JsonObject = {};
  pattern.names.forEach((name, index) => {
    if (name === null) return;
    const start = match[index * 2 + 2] as number;
    setProperty(object, name, start < 0 ? null : text.slice(start, match[index * 2 + 3]));
  });
  return object;
}

type Outputs = (search: Search, emit: (value: Json) => Signal) => Signal;

const matches: Outputs = (search, emit) => {
  const offset = characterOffsets(search.text);
  return eachMatch(search, (match) => emit(matchObject(search, match, offset)));
};

const captures: Outputs = (search, emit) => eachMatch(search, (match) => emit(namedCaptures(search, match)));

const scans: Outputs = (search, emit) =>
  eachMatch(search, (match) => {
    charge(2 * search.pattern.names.length);
    const text = (group: number): Json => {
      const start = match[group * 2] as number;
      return start < 0 ? null : search.text.slice(start, match[group * 2 + 1]);
    };
    return emit(
      search.pattern.names.length === 0
        ? text(0)
        : search.pattern.names.map((_name, index) => text(index + 1)),
    );
  });

const splits: Outputs = (search, emit) => {
  let from = 0;
  const signal = eachMatch(search, ([start, end]) => {
    const piece = search.text.slice(from, start);
    from = end as number;
    return emit(piece);
  });
  return signal || emit(search.text.slice(from));
};

/** The plans of pattern and flags; a single argument may be an array of both. */
function withPattern(
  args: readonly Plan[],
  at: number,
  extra: string,
  pair: boolean,
  use: (search: Search, emit: (value: Json) => Signal) => Signal,
): Plan {
  const all = product(args);
  return many((input, frame, emit) =>
    all(input, frame, ([given = null, flags = null]) => {
      run.at = at;
      if (!pair || args.length > 1 || typeof given === 'string')
        return use(search(input, given, flags, extra), emit);
      if (!Array.isArray(given) || given.length === 0)
        return fail(`${typeName(given)} not a string or array`);
      return use(search(input, given[0] as Json, given[1] ?? null, extra), emit);
    }),
  );
}

function test(args: readonly Plan[], at: number): Plan {
  const found = withPattern(args, at, '', true, (search, emit) => {
    let any = false;
    eachMatch(search, () => {
      any = true;
      return STOP;
    });
    return emit(any);
  });
  if (!args.every((arg) => arg.kind === 'one')) return found;
  return one((input, frame) => {
    let answer: Json = false;
    found.each(input, frame, (value) => {
      answer = value;
      return STOP;
    });
    return answer;
  });
}

/** Replaces each match by the outputs of `replacement` on its named groups; the n-th outputs make the n-th text. */
function substitute([pattern, replacement, flags]: readonly Plan[], at: number, extra: string): Plan {
  const inserts = collect(replacement as Plan);
  const all = product([flags ?? one(() => null), pattern as Plan]);
  return many((input, frame, emit) =>
    all(input, frame, ([letters = null, source = null]) => {
      run.at = at;
      const texts = replaced(search(input, source, letters, extra), (object) => inserts(object, frame), at);
      for (const text of texts) if (emit(text)) return STOP;
      return MORE;
    }),
  );
}

function replaced(search: Search, inserts: (captures: JsonObject) => Json[], at: number): Json[] {
  const { text } = search;
  const results: Json[] = [];
  let from = 0;
  eachMatch(search, (match) => {
    const [start, end] = match;
    const gap = text.slice(from, start);
    const insertions = inserts(namedCaptures(search, match));
    run.at = at;
    charge(4 + insertions.length * 4);
    insertions.forEach((insertion, index) => {
      allocate(gap.length);
      results[index] = add(results[index] ?? null, add(gap, insertion));
    });
    from = end as number;
    return MORE;
  });
  if (results.length === 0) return [text];
  return results.map((result) => add(result ?? null, text.slice(from)));
}

const split: (args: readonly Plan[], at: number) => Plan = (args, at) =>
  one(collect(withPattern(args, at, 'g', false, splits)));

/** Regular expressions. */
export const regexForms: Forms = {
  'test/1': test,
  'test/2': test,
  'match/1': (args, at) => withPattern(args, at, '', true, matches),
  'match/2': (args, at) => withPattern(args, at, '', true, matches),
  'capture/1': (args, at) => withPattern(args, at, '', true, captures),
  'capture/2': (args, at) => withPattern(args, at, '', true, captures),
  'scan/1': (args, at) => withPattern(args, at, 'g', false, scans),
  'scan/2': (args, at) => withPattern(args, at, 'g', false, scans),
  'splits/1': (args, at) => withPattern(args, at, 'g', false, splits),
  'splits/2': (args, at) => withPattern(args, at, 'g', false, splits),
  'split/2': split,
  'sub/2': (args, at) => substitute(args, at, ''),
  'sub/3': (args, at) => substitute(args, at, ''),
  'gsub/2': (args, at) => substitute(args, at, 'g'),
  'gsub/3': (args, at) => substitute(args, at, 'g'),
};
