import type { Analysis } from './analysis.js';
import type { WrittenFile } from './named-files.js';

/** An analysis as it is kept between two starts: the text, and as JSON what was concluded from it. */
export interface StoredAnalysis {
  readonly text: string;
  readonly conclusions: string;
}

/** Without what takes a definition to make again. */
export interface Conclusions extends Pick<Analysis, 'identity' | 'valid'>, Lists {}

interface Lists extends Pick<Analysis, 'references' | 'claims' | 'findings' | 'ignores'> {
  readonly files: readonly WrittenFile[];
}

/** Findings of these rules are about texts that should not have been written down; we do not copy them. */
const confidential: ReadonlySet<string> = new Set(['secret-token', 'secret-field', 'credential-plain']);

/** Undefined for a file with something in it that looks like a secret: it is analysed at each start. */
export function toStored(analysis: Analysis): StoredAnalysis | undefined {
  const { text, identity, references, claims, findings, ignores, valid } = analysis;
  if (findings.some(({ rule }) => confidential.has(rule))) return undefined;
  const files = analysis.files.map(({ holds, file, pointer, place }) => ({ holds, file, pointer, place }));
  const lists: Lists = { references, claims, files, findings, ignores };
  // Most are empty, and a start reads all of them.
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { text, conclusions: JSON.stringify({ identity, valid, ...Object.fromEntries(filled) }) };
}

/** One for all: most files have nothing of most. */
const none: readonly never[] = [];

export function conclusionsOf({ conclusions }: StoredAnalysis): Conclusions {
  const known = JSON.parse(conclusions) as Pick<Conclusions, 'identity' | 'valid'> & Partial<Lists>;
  const { identity, valid, references = none, claims = none, files = none } = known;
  const { findings = none, ignores = none } = known;
  return { identity, valid, references, claims, files, findings, ignores };
}
