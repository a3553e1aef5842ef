import { bannedWords } from '../prose/banned-words.js';
import { getComments, questionOpening } from '../prose/comments.js';
import { getMarkdown, getSchemaTexts, toLines } from '../prose/documents.js';
import { getLiterals, getTestNames } from '../prose/literals.js';
import type { Passage, ProseFinding } from '../prose/passage.js';
import type { ProjectFile, SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

/** Real-world payloads, kept as they were received. */
const received = 'fixtures/webhooks/';

/** Measures the English: banned words in every text for people, and comments that open with a question word. */
export function proseFigures({ files }: SourceTree): Figure[] {
  const own = files.filter(({ path }) => !path.startsWith(received));
  const banned = own.flatMap(getPassages).flatMap(bannedWords);
  const openings = own.filter(isTypeScript).flatMap(getComments).flatMap(questionOpening);
  return [
    { name: 'banned words', value: banned.length, limit: 0, offenders: banned.map(describe) },
    {
      name: 'comments that open with a question word',
      value: openings.length,
      limit: 0,
      offenders: openings.map(describe),
    },
  ];
}

function getPassages(file: ProjectFile): Passage[] {
  const { path } = file;
  if (isTypeScript(file)) {
    const texts = path.startsWith('test/') ? getTestNames(file) : getLiterals(file);
    return [...getComments(file), ...texts];
  }
  if (/\.[cm]?js$/.test(path)) return getComments(file);
  if (path.endsWith('.md')) return getMarkdown(file);
  if (path.endsWith('.schema.json')) return getSchemaTexts(file);
  if (/\.(?:ya?ml|sh)$/.test(path) || path === '.ci/run') return toLines(file);
  return [];
}

function isTypeScript({ isTypeScript }: ProjectFile): boolean {
  return isTypeScript;
}

function describe({ path, line, words }: ProseFinding): string {
  return `${path}:${line}: ${words}`;
}
