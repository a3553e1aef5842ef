import { hash } from 'node:crypto';
import type { AuditRecord } from './contract.js';

/** What the first record follows. */
export const origin = '0'.repeat(64);

/** The end of the chain: number and hash of its last record. */
export interface Link {
  seq: number;
  hash: string;
}

/** A record as it stands in a row. */
export interface Line {
  seq: number;
  hash: string;
  /** ms since the epoch. */
  at: number;
  /** JSON. */
  text: string;
}

/** SHA-256, hex, over the hash before and all that is in the record. */
export function chained(before: Link, at: number, text: string): Link {
  const seq = before.seq + 1;
  return { seq, hash: hash('sha256', `${before.hash}\n${seq}\n${at}\n${text}`) };
}

export function lineOf(link: Link, at: number, text: string): string {
  return `${link.hash} ${at} ${text}`;
}

/** The records of a row, the oldest first. */
export function linesOf(row: { seq: number; records: string }): Line[] {
  const lines = row.records.split('\n');
  return lines.map((line, index) => {
    const space = line.indexOf(' ', 65);
    return {
      seq: row.seq - lines.length + 1 + index,
      hash: line.slice(0, 64),
      at: Number(line.slice(65, space)),
      text: line.slice(space + 1),
    };
  });
}

export function recordOf({ seq, at, text }: Line): AuditRecord {
  return { seq, at: new Date(at).toISOString(), ...JSON.parse(text) };
}
