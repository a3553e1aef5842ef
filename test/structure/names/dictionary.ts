/** A name that is refused, and the one to use. */
export interface DictionaryEntry {
  /** `told` is a word of a name, `most…` its beginning, `…Of` its end. */
  refused: string;
  instead: string;
  /** `function` and `binding` refuse the name for these only; as a binding, the word is the whole name. */
  of: 'name' | 'function' | 'binding';
}

const heading = '## Words of names';

/** Reads the rows of the table below the heading: `| function | `…Of` | `get…` |`. */
export function readDictionary(markdown: string): DictionaryEntry[] {
  const start = markdown.indexOf(heading);
  if (start < 0) return [];
  const [, section = ''] = markdown.slice(start).split(/^## .*$/m);
  return section.split('\n').flatMap((line): DictionaryEntry[] => {
    const [, of = '', refused = '', instead = ''] = /^\| (\w+) \| (.*?) \| (.*?) \|$/.exec(line) ?? [];
    if (of !== 'name' && of !== 'function' && of !== 'binding') return [];
    return [...refused.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ refused: word, instead, of }));
  });
}

/** Returns the advice of the first entry that refuses a name. */
export function findNameFault(
  dictionary: readonly DictionaryEntry[],
  name: string,
  kind: 'function' | 'binding' | 'other',
): string | undefined {
  const entry = dictionary.find(({ refused, of }) => {
    if (of === 'function') return kind === 'function' && fits(refused, name);
    if (of === 'binding') return kind === 'binding' && name === refused;
    return fits(refused, name);
  });
  return entry?.instead;
}

function fits(refused: string, name: string): boolean {
  if (refused.startsWith('…')) {
    const end = refused.slice(1);
    return /^[a-z]/.test(name) && name.endsWith(end) && name !== end && !standard.has(name);
  }
  const words = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
  if (refused.endsWith('…')) return words[0] === refused.slice(0, -1);
  return words.includes(refused);
}

/** Names of JSON Schema, JavaScript and libraries. */
const standard: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'forOf',
  'indexOf',
  'isOneOf',
  'lastIndexOf',
  'oneOf',
  'openForOf',
]);
