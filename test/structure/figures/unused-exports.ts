import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { serviceFolders } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

const config = fileURLToPath(new URL('../knip.json', import.meta.url));
const kinds = ['files', 'exports', 'types', 'nsExports', 'nsTypes', 'enumMembers'] as const;

const options = ['--config', config, '--include', kinds.join(), '--reporter', 'json', '--no-exit-code'];

interface Issue {
  name: string;
  line?: number;
}

type IssuesOfFile = { file: string } & Partial<Record<(typeof kinds)[number], Issue[]>>;

/**
 * Measures the exports that no other file imports, tests and fixtures counted as users; a file without users counts as
 * one. Without an answer from knip the value is infinite.
 */
export async function unusedExportFigure(root: string): Promise<Figure> {
  const knip = await execa('knip', ['--directory', root, ...options], {
    preferLocal: true,
    localDir: import.meta.dirname,
    reject: false,
  });
  const figure = { name: 'unused exports', limit: 0 };
  if (knip.exitCode !== 0) {
    const reason = knip.code === 'ENOENT' ? 'knip is not installed; run `npm ci`' : knip.stderr;
    return { ...figure, value: Number.POSITIVE_INFINITY, offenders: [`knip did not answer: ${reason}`] };
  }
  const { issues } = JSON.parse(knip.stdout) as { issues: IssuesOfFile[] };
  const offenders = issues
    .filter(({ file }) => serviceFolders.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap((found) =>
      kinds.flatMap((kind) =>
        (found[kind] ?? []).map(({ name, line }) => place(found.file, kind, name, line)),
      ),
    )
    .sort();
  return { ...figure, value: offenders.length, offenders };
}

function place(file: string, kind: string, name: string, line = 1): string {
  return kind === 'files' ? `${file}:1: is imported by no other file` : `${file}:${line}: ${name}`;
}
