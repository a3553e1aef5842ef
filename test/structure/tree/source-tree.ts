import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The folders that hold the service; everything else in the project serves it. */
export const serviceFolders = ['api', 'cli', 'controller', 'schemas'] as const;
const skipped = new Set(['node_modules', 'dist', 'coverage', 'generated', '.git', '.svc']);
const typeScript = /\.[cm]?tsx?$/;

/** A file of the project; its text and its syntax tree are read on demand and kept. */
export class ProjectFile {
  #text: string | undefined;
  #syntax: ts.SourceFile | undefined;

  constructor(
    root: string,
    /** From the root, with forward slashes. */
    readonly path: string,
  ) {
    this.#read = () => readFileSync(join(root, path), 'utf8');
  }

  readonly #read: () => string;

  get text(): string {
    this.#text ??= this.#read();
    return this.#text;
  }

  get syntax(): ts.SourceFile {
    this.#syntax ??= ts.createSourceFile(this.path, this.text, ts.ScriptTarget.Latest, true);
    return this.#syntax;
  }

  get lines(): number {
    return this.text.split('\n').length - 1;
  }

  get isService(): boolean {
    return serviceFolders.some((folder) => this.path.startsWith(`${folder}/`));
  }

  get isTypeScript(): boolean {
    return typeScript.test(this.path);
  }

  /** The line at an offset, from 1. */
  lineAt(offset: number): number {
    return this.syntax.getLineAndCharacterOfPosition(offset).line + 1;
  }
}

export interface SourceTree {
  root: string;
  /** Every file outside of installed, built and generated folders, by path. */
  files: readonly ProjectFile[];
  /** The TypeScript files of the service. */
  service: readonly ProjectFile[];
}

export function readSourceTree(root: string): SourceTree {
  const files = [...walk(root, '')].sort().map((path) => new ProjectFile(root, path));
  return { root, files, service: files.filter((file) => file.isService && file.isTypeScript) };
}

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !skipped.has(entry.name)) yield* walk(root, path);
  }
}
