import { type Captures, type CompiledRegex, RegexSyntaxError, regex } from '../regex/index.js';
import { collect, getFirst, product } from '../runtime/combine.js';
import { MORE, many, one, type Plan, type Signal, STOP } from '../runtime/plan.js';
import { add } from '../values/arithmetic.js';
import { describe } from '../values/dump.js';
import { type Json, type JsonObject, setProperty, typeName } from '../values/json.js';
import { allocate, charge, chargeMatching, fail, run } from '../values/run.js';
import { countCharacters, isPlain } from '../values/text.js';
import type { Form, Forms } from './form.js';

/** A search for one match, or with `global` for all matches. */
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
    return { text: input, pattern: regex(pattern, letters, chargeMatching), global: letters.includes('g') };
  } catch (error) {
    if (error instanceof RegexSyntaxError) return fail(`Regex failure: ${error.message}`);
    throw error;
  }
}

/** Runs `use` with each match, up to the first STOP. */
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

/** Returns a function that converts positions to code points; it is fast for increasing positions. */
function characterOffsets(text: string): (unit: number) => number {
  if (isPlain(text)) return (unit) => unit;
  let count = 0;
  let characters = 0;
  return (unit) => {
    if (unit < count) return countCharacters(text.slice(0, unit));
    characters += countCharacters(text.slice(count, unit));
    count = unit;
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

/** Returns the named groups as an object. */
function namedCaptures({ text, pattern }: Search, match: Captures): JsonObject {
  charge(4 * pattern.names.length);
  const object: JsonObject = {};
  pattern.names.forEach((name, index) => {
    if (name !== null) setProperty(object, name, groupText(text, match, index + 1));
  });
  return object;
}

function groupText(text: string, match: Captures, group: number): Json {
  const start = match[group * 2] as number;
  return start < 0 ? null : text.slice(start, match[group * 2 + 1]);
}

type Outputs = (search: Search, emit: (value: Json) => Signal) => Signal;

const matches: Outputs = (search, emit) => {
  const offset = characterOffsets(search.text);
  return eachMatch(search, (match) => emit(matchObject(search, match, offset)));
};

const captures: Outputs = (search, emit) => eachMatch(search, (match) => emit(namedCaptures(search, match)));

const scans: Outputs = (search, emit) =>
  eachMatch(search, (match) => {
    const { text, pattern } = search;
    charge(2 * pattern.names.length);
    if (pattern.names.length === 0) return emit(groupText(text, match, 0));
    return emit(pattern.names.map((_name, index) => groupText(text, match, index + 1)));
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

/** Makes a form that searches with `extra` flags. Without them, one argument may be an array of pattern and flags. */
function searching(outputs: Outputs, extra = ''): Form {
  return (args, at) => {
    const all = product(args);
    return many((input, frame, emit) =>
      all(input, frame, ([replacement = null, flags]) => {
        run.at = at;
        if (extra !== '' || flags !== undefined || typeof replacement === 'string')
          return outputs(search(input, replacement, flags ?? null, extra), emit);
        if (!Array.isArray(replacement) || replacement.length === 0)
          return fail(`${typeName(replacement)} not a string or array`);
        return outputs(search(input, replacement[0] as Json, replacement[1] ?? null, extra), emit);
      }),
    );
  };
}

const tests: Outputs = (search, emit) => {
  let isMatch = false;
  eachMatch(search, () => {
    isMatch = true;
    return STOP;
  });
  return emit(isMatch);
};

const test: Form = (args, at) => {
  const plan = searching(tests)(args, at);
  const first = getFirst(plan);
  return args.every(({ kind }) => kind === 'one') ? one((input, frame) => first(input, frame) as Json) : plan;
};

/** Replaces each match by the outputs of `replacement` on its named groups. The n-th outputs make the n-th text. */
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

const split: Form = (args, at) => one(collect(searching(splits, 'g')(args, at)));

/** Built-ins that use regular expressions. */
export const regexForms: Forms = {
  'test/1': test,
  'test/2': test,
  'match/1': searching(matches),
  'match/2': searching(matches),
  'capture/1': searching(captures),
  'capture/2': searching(captures),
  'scan/1': searching(scans, 'g'),
  'scan/2': searching(scans, 'g'),
  'splits/1': searching(splits, 'g'),
  'splits/2': searching(splits, 'g'),
  'split/2': split,
  'sub/2': (args, at) => substitute(args, at, ''),
  'sub/3': (args, at) => substitute(args, at, ''),
  'gsub/2': (args, at) => substitute(args, at, 'g'),
  'gsub/3': (args, at) => substitute(args, at, 'g'),
};
