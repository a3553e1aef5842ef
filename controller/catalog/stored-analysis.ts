import type { Analysis } from './analysis.js';
import type { WrittenFile } from './named-files.js';

/** An analysis as it is kept between two starts: the text, and as JSON what was concluded from it. */
export interface StoredAnalysis {
  readonly text: string;
  readonly conclusions: string;
}

/** Without what takes a definition to make again. */
export interface Conclusions
  extends Pick<Analysis, 'identity' | 'references' | 'claims' | 'findings' | 'ignores' | 'valid'> {
  readonly files: readonly WrittenFile[];
}

/** Findings of these rules are about texts that should not have been written down; we do not copy them. */
const confidential: ReadonlySet<string> = new Set(['secret-token', 'secret-field', 'credential-plain']);

/** Undefined for a file with something in it that looks like a secret: it is analysed at each start. */
export function toStored(analysis: Analysis): StoredAnalysis | undefined {
  const { text, identity, references, claims, findings, ignores, valid } = analysis;
  if (findings.some(({ rule }) => confidential.has(rule))) return undefined;
  const files = analysis.files.map(({ holds, file, pointer, place }) => ({ holds, file, pointer, place }));
  const conclusions: Conclusions = { identity, references, claims, files, findings, ignores, valid };
  return { text, conclusions: JSON.stringify(conclusions) };
}
