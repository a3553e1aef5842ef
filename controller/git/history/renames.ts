import type { ObjectReader } from '../objects/contract.js';
import type { FileDifference } from '../trees/contract.js';

/** Git's default: half of the larger file's bytes are in the other file. */
const SIMILAR = 0.5;
/** The most pairs whose contents are compared; with more, only equal contents count, as with `git diff -l`. */
const maxPairs = 2_500;
const maxBlobBytes = 1_048_576;
/** Git cuts long lines into pieces of this many bytes. */
const maxLineLength = 64;

/** Returns new path → earlier path for the renames among the differences of one commit. */
export async function findRenames(
  objects: ObjectReader,
  differences: readonly FileDifference[],
): Promise<Map<string, string>> {
  const gone = new Map(differences.filter(({ after }) => after === null).map((file) => [file.path, file]));
  const come = new Map(differences.filter(({ before }) => before === null).map((file) => [file.path, file]));
  const renames = new Map<string, string>();
  if (gone.size === 0 || come.size === 0) return renames;
  const pair = (from: string, to: string) => {
    renames.set(to, from);
    gone.delete(from);
    come.delete(to);
  };
  for (const [from, to] of equalPairs(gone.values(), come.values())) pair(from, to);
  if (gone.size > 0 && come.size > 0 && gone.size * come.size <= maxPairs) {
    for (const [from, to] of await similarPairs(objects, [...gone.values()], [...come.values()]))
      pair(from, to);
  }
  return renames;
}

/** Pairs files of equal content; of several, those that keep their name first. */
function equalPairs(gone: Iterable<FileDifference>, come: Iterable<FileDifference>): [string, string][] {
  const sources = new Map<string, string[]>();
  for (const { path, before } of gone) {
    const paths = sources.get(before ?? '');
    if (paths) paths.push(path);
    else sources.set(before ?? '', [path]);
  }
  const pairs: [string, string][] = [];
  const waiting: FileDifference[] = [];
  for (const target of come) {
    const paths = sources.get(target.after ?? '');
    const at = paths?.findIndex((path) => baseName(path) === baseName(target.path)) ?? -1;
    const source = at < 0 ? undefined : paths?.splice(at, 1)[0];
    if (source === undefined) waiting.push(target);
    else pairs.push([source, target.path]);
  }
  for (const target of waiting) {
    const source = sources.get(target.after ?? '')?.shift();
    if (source !== undefined) pairs.push([source, target.path]);
  }
  return pairs;
}

async function similarPairs(
  objects: ObjectReader,
  gone: readonly FileDifference[],
  come: readonly FileDifference[],
): Promise<[string, string][]> {
  const ids = [...gone.map(({ before }) => before), ...come.map(({ after }) => after)].filter(
    (id) => id !== null,
  );
  const contents = await objects.read(ids);
  const prints = new Map([...contents].map(([id, { content }]) => [id, fingerprint(content)]));
  const scores: { from: string; to: string; score: number; keepsName: boolean }[] = [];
  for (const source of gone) {
    for (const target of come) {
      const score = similarity(prints.get(source.before ?? ''), prints.get(target.after ?? ''));
      if (score < SIMILAR) continue;
      const keepsName = baseName(source.path) === baseName(target.path);
      scores.push({ from: source.path, to: target.path, score, keepsName });
    }
  }
  scores.sort((a, b) => b.score - a.score || Number(b.keepsName) - Number(a.keepsName));
  const taken = new Set<string>();
  const pairs: [string, string][] = [];
  for (const { from, to } of scores) {
    if (taken.has(`from ${from}`) || taken.has(`to ${to}`)) continue;
    taken.add(`from ${from}`).add(`to ${to}`);
    pairs.push([from, to]);
  }
  return pairs;
}

/** The number of bytes of each distinct line of a file. */
interface Fingerprint {
  size: number;
  lines: Map<string, number>;
}

function fingerprint(content: Uint8Array): Fingerprint | undefined {
  if (content.byteLength > maxBlobBytes) return undefined;
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const lines = new Map<string, number>();
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = Math.min(newline < 0 ? text.length : newline + 1, at + maxLineLength);
    const line = text.slice(at, end).replace('\r\n', '\n');
    lines.set(line, (lines.get(line) ?? 0) + line.length);
    at = end;
  }
  return { size: text.length, lines };
}

/** Returns the share of the larger file's bytes that are in both files. */
function similarity(one: Fingerprint | undefined, other: Fingerprint | undefined): number {
  if (!one || !other) return 0;
  const larger = Math.max(one.size, other.size);
  if (larger === 0 || Math.min(one.size, other.size) < larger * SIMILAR) return 0;
  let shared = 0;
  for (const [line, bytes] of one.lines) shared += Math.min(bytes, other.lines.get(line) ?? 0);
  return shared / larger;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
