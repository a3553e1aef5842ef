import type { Author, Trailer } from '../contract.js';

const TRAILER = /^[A-Za-z0-9-]+: \S/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a message is shown on terminals.
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g;
/** Git drops these at both ends of a name. */
const CRUD = /^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g;

export interface CommitParts {
  tree: string;
  parents: readonly string[];
  author: Author;
  committer: Author;
  /** Seconds since the epoch. */
  time: number;
  message: string;
  trailers: readonly Trailer[];
}

/** The bytes of a commit object, such as `git fsck --strict` takes them. */
export function encodeCommit(parts: CommitParts): Buffer {
  const lines = [
    `tree ${parts.tree}`,
    ...parts.parents.map((parent) => `parent ${parent}`),
    `author ${signature(parts.author, parts.time)}`,
    `committer ${signature(parts.committer, parts.time)}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${cleanMessage(parts.message, parts.trailers)}`);
}

function signature(person: Author, time: number): string {
  const email = clean(person.email).replaceAll(/\s/g, '') || 'unknown';
  return `${clean(person.name) || email.split('@')[0] || 'unknown'} <${email}> ${time} +0000`;
}

function clean(text: string): string {
  return text
    .replaceAll(/[<>\r\n\t]/g, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(CRUD, '');
}

/**
 * The message as Git would clean it (`git stripspace`), without control characters, and the trailers after it. Lines of
 * the message that look like a trailer of ours are left out, so that nobody can pass for another.
 */
export function cleanMessage(message: string, trailers: readonly Trailer[]): string {
  const body = message
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROL, '')
    .split('\n')
    .filter((line) => !/^\s*svc-[a-z-]+\s*:/i.test(line))
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/^\n+|\n+$/g, '');
  const lines = trailers.map(({ key, value }) => `${key}: ${clean(value)}`).join('\n');
  if (lines === '') return `${body}\n`;
  return `${body}${endsWithTrailers(body) ? '\n' : '\n\n'}${lines}\n`;
}

/** Whether anything of a message is left once it is cleaned. */
export function isTelling(message: string): boolean {
  return cleanMessage(message, []).trim() !== '';
}

function endsWithTrailers(body: string): boolean {
  const at = body.lastIndexOf('\n\n');
  return (
    at >= 0 &&
    body
      .slice(at + 2)
      .split('\n')
      .every((line) => TRAILER.test(line))
  );
}
