import { createHash } from 'node:crypto';
import { Problem } from '../../problems/index.js';
import type { CommitProofs } from './commit-proofs.js';
import type { Author, CommitText, GitObject, Trailer } from './contract.js';

/** The tree without entries. Git knows it in every repository, also in one without commits. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Returns the id of an object: SHA-1 over `<type> <length>\0` and the bytes. */
export function objectId(type: GitObject['type'], content: Uint8Array): string {
  return createHash('sha1').update(`${type} ${content.byteLength}\0`).update(content).digest('hex');
}

export function blobId(content: Uint8Array): string {
  return objectId('blob', content);
}

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

const TRAILER = /^[A-Za-z0-9-]+: \S/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a message is shown on terminals.
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g;
/** Characters other than the line feed that programs show as the end of a line. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Git drops these characters at both ends of a name. */
const CRUD = /^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g;

/** The part of a commit that walks over the history need. */
export interface CommitNode {
  id: string;
  tree: string;
  parents: readonly string[];
  /** Committer's time, seconds since the epoch. */
  time: number;
}

export interface CommitDetails extends CommitNode {
  author: Author;
  /** With the trailers. */
  message: string;
}

/** @throws Problem git_failed when the object is no commit, or is damaged */
export function parseCommit(id: string, object: GitObject | undefined): CommitDetails {
  const text = object?.type === 'commit' ? Buffer.from(object.content).toString('utf8') : '';
  const end = text.indexOf('\n\n');
  const head = (end < 0 ? text : text.slice(0, end)).split('\n');
  const tree = /^tree ([0-9a-f]{40})$/.exec(head[0] ?? '')?.[1];
  if (tree === undefined) throw new Problem('git_failed', `The object ${id} is not a commit.`);
  const parents: string[] = [];
  for (const line of head.slice(1)) {
    const parent = /^parent ([0-9a-f]{40})$/.exec(line)?.[1];
    if (parent === undefined) break;
    parents.push(parent);
  }
  return {
    id,
    tree,
    parents,
    time: Number(/> (\d{1,15}) [+-]\d+$/.exec(field(head, 'committer'))?.[1] ?? 0),
    author: parsePerson(field(head, 'author')),
    message: end < 0 ? '' : text.slice(end + 2),
  };
}

function field(head: readonly string[], name: string): string {
  return head.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
}

function parsePerson(text: string): Author {
  const match = /^(.*?) ?<([^>]*)>/.exec(text);
  return { name: match?.[1] ?? '', email: match?.[2] ?? '' };
}

/** Separates the trailers of svc (`Svc-…`) from the message of a commit that svc wrote. @throws as `parseCommit` */
export function commitText(id: string, object: GitObject | undefined, proofs: CommitProofs): CommitText {
  const { parents, author, message, time } = parseCommit(id, object);
  const change = object && proofs.findChange(object.content);
  const trailers: Trailer[] = [];
  if (change === undefined)
    return { id, parents, author, message: message.trimEnd(), change, trailers, time };
  const lines = message.trimEnd().split('\n');
  for (let last = lines.at(-1); last !== undefined; last = lines.at(-1)) {
    const [, key, value] = /^(Svc-[A-Za-z-]+): (.*)$/.exec(last) ?? [];
    if (key === undefined || value === undefined) break;
    trailers.unshift({ key, value });
    lines.pop();
  }
  return { id, parents, author, message: lines.join('\n').trimEnd(), change, trailers, time };
}

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

/** Returns the bytes of a commit object that `git fsck --strict` accepts. */
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
    .replaceAll(lineEnds, ' ')
    .replaceAll(/[<>\n\t]/g, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(CRUD, '');
}

/**
 * Cleans a message as `git stripspace` does, removes control characters and appends the trailers. Lines of the message
 * that look like trailers of svc are removed, so that no author can pass for another.
 */
function cleanMessage(message: string, trailers: readonly Trailer[]): string {
  const body = message
    .replaceAll(lineEnds, '\n')
    .replaceAll(CONTROL, '')
    .split('\n')
    // Characters without a width hide in a key.
    .filter((line) => !/^\s*svc-[\w-]+\s*:/i.test(line.replaceAll(/\p{Cf}/gu, '')))
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/^\n+|\n+$/g, '');
  const lines = trailers.map(({ key, value }) => `${key}: ${clean(value)}`).join('\n');
  if (lines === '') return `${body}\n`;
  return `${body}${endsWithTrailers(body) ? '\n' : '\n\n'}${lines}\n`;
}

/** True when cleaning leaves some text of a message. */
export function hasText(message: string): boolean {
  return cleanMessage(message, []).trim() !== '';
}

function endsWithTrailers(body: string): boolean {
  const at = body.lastIndexOf('\n\n');
  const last = body.slice(at + 2).split('\n');
  return at >= 0 && last.every((line) => TRAILER.test(line));
}
