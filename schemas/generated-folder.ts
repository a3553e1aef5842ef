import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dialects, schemaNames } from './names.js';

// `generated/` is not in Git: whatever reads it from the sources makes it first. The digest of its sources stands beside
// the files, so that a folder that fits them costs milliseconds.

const here = new URL('./', import.meta.url);
const folder = new URL('generated/', here);
const digestFile = 'sources.sha256';

/** The code that decides the content, beside the schemas. */
const generators = ['decide-only.ts', 'generation.ts', 'names.ts'];
const packages = ['ajv', 'ajv-formats', 'json-schema-to-typescript'];

/** True when `generated/` has every file, made from the schemas and the generators as they are now. */
export function isGeneratedFresh(): boolean {
  const types = schemaNames.map((name) => `${name}.ts`);
  const validators = [...schemaNames, ...Object.keys(dialects)].map((name) => `validate-${name}.cjs`);
  const hasAll = [digestFile, ...types, ...validators].every((file) => existsSync(new URL(file, folder)));
  return hasAll && readFileSync(new URL(digestFile, folder), 'utf8') === getDigest();
}

/** Makes the files of `generated/` in a process of its own when they are missing or stale. Only for code that runs from the sources. */
export function ensureGenerated(): void {
  if (isGeneratedFresh()) return;
  execFileSync(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('generate.ts', here))], {
    cwd: fileURLToPath(new URL('../', here)),
    // The output of the caller is read by programs.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Records that the files fit their sources. */
export function recordFreshness(): void {
  replaceGenerated(digestFile, getDigest());
}

/** Writes one file so that a process that reads at the same time never meets a part of it. */
export function replaceGenerated(file: string, text: string): void {
  const temporary = new URL(`${file}.${process.pid}.tmp`, folder);
  writeFileSync(temporary, text);
  renameSync(temporary, new URL(file, folder));
}

interface Manifest {
  devDependencies: Record<string, string>;
}

function getDigest(): string {
  const hash = createHash('sha256');
  const schemaFiles = readdirSync(here).filter((file) => file.endsWith('.schema.json'));
  for (const file of [...schemaFiles.sort(), ...generators]) {
    hash.update(`${file}\n`).update(readFileSync(new URL(file, here)));
  }
  const manifest = JSON.parse(readFileSync(new URL('../package.json', here), 'utf8')) as Manifest;
  for (const name of packages) hash.update(`${name} ${manifest.devDependencies[name]}\n`);
  return hash.digest('hex');
}
