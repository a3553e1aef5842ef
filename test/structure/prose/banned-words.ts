import { blank, type Passage, type ProseFinding } from './passage.js';

const banned = /\b(?:whoever|somebody|nobody|anew|mend|let\s+go\s+of|taken\s+up)\b/gi;
/** Names in backticks or quotes belong to the code or to a speaker. A quotation ends within its paragraph. */
const quoted = [/`[^`]*`/g, /"(?:(?!\n\s*\n)[^"])*"/g, /“[^”]*”/g, /(?<!\w)'[^'\n]*'(?!\w)/g];

/** Returns the banned words in a passage, those in backticks or quotes excepted. */
export function bannedWords({ path, line, text }: Passage): ProseFinding[] {
  const prose = quoted.reduce((left, pattern) => left.replace(pattern, blank), text);
  return [...prose.matchAll(banned)].map((match) => ({
    path,
    line: line + prose.slice(0, match.index).split('\n').length - 1,
    words: match[0].replace(/\s+/g, ' '),
  }));
}
