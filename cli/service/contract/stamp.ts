import { createHash } from 'node:crypto';
import type { InstalledRecord } from './definition.js';

/** The first lines of a file of svc, read. */
export interface Stamp {
  record: InstalledRecord;
  /** False when the text differs from what svc wrote. */
  isUnchanged: boolean;
}

const comments = {
  hash: (text: string) => `# ${text}`,
  xml: (text: string) => `<!-- ${text} -->`,
} as const;

const hashLine = /^.*svc-hash: ([0-9a-f]{64}).*\n/m;
const recordLine = /svc-service: (\{.*\})/;

/**
 * Adds comments that mark a file as written by svc: the options of its service, and a hash of all the rest, by which a
 * later command sees that a person has changed the file.
 */
export function stamped(body: string, style: keyof typeof comments, record: InstalledRecord): string {
  const comment = comments[style];
  const [head, rest] = splitDeclaration(body);
  const title = 'Written by `svc service install`, which refuses to overwrite changes.';
  // XML forbids two hyphens in a comment; JSON reads the escape as a hyphen.
  const json = JSON.stringify(record).replaceAll('--', '-\\u002d');
  const before = `${head}${comment(title)}\n${comment(`svc-service: ${json}`)}\n`;
  const hash = createHash('sha256').update(`${before}${rest}`).digest('hex');
  return `${before}${comment(`svc-hash: ${hash}`)}\n${rest}`;
}

/** Returns the stamp of a text; undefined for a text that svc did not write. */
export function readStamp(text: string): Stamp | undefined {
  const json = recordLine.exec(text)?.[1];
  const hash = hashLine.exec(text)?.[1];
  if (json === undefined || hash === undefined) return undefined;
  try {
    const record = JSON.parse(json) as InstalledRecord;
    const actual = createHash('sha256').update(text.replace(hashLine, '')).digest('hex');
    return { record, isUnchanged: actual === hash };
  } catch {
    return undefined;
  }
}

/** An XML declaration must stay the first line. */
function splitDeclaration(body: string): [string, string] {
  const head = /^<\?xml[^\n]*\n/.exec(body)?.[0] ?? '';
  return [head, body.slice(head.length)];
}
