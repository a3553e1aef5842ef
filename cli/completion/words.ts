export interface TypedWords {
  /** The words before the one being typed; `--flag=value` counts as two words. */
  before: string[];
  typed: string;
  /** The part of the word being typed that stands before the value, as `--env=`; the shell expects it back. */
  prefix: string;
}

const flagWithValue = /^(--[\w-]+)=(.*)$/s;

/** Reads the words of a command line as shells pass them. Bash splits `--env=staging` into three words. */
export function readWords(words: readonly string[]): TypedWords {
  const joined = joinAtEquals(words);
  const last = joined.at(-1) ?? '';
  const before = joined.slice(0, -1).flatMap((word) => flagWithValue.exec(word)?.slice(1) ?? [word]);
  const [, flag, value = ''] = flagWithValue.exec(last) ?? [];
  if (flag === undefined) return { before, typed: last, prefix: '' };
  const isSplit = words.at(-1) !== last;
  return { before: [...before, flag], typed: value, prefix: isSplit ? '' : `${flag}=` };
}

function joinAtEquals(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const isPart = joined.length > 0 && (word === '=' || words[index - 1] === '=');
    if (isPart) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
  }
  return joined;
}
