import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CorpusFile {
  path: string;
  kind: string;
  content: string;
}

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Returns `count` files: the entity files of the fixtures, and copies of them under other names. */
export function makeCorpus(count: number): CorpusFile[] {
  const folders = readdirSync(join(fixtures, 'demo'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  const originals = [...folders.map(({ name }) => `demo/${name}`), 'valid'].flatMap(filesIn);
  // No flow would use a copy of a connection.
  const copied = originals.filter(({ kind }) => kind !== 'connection');
  const files = [...originals];
  for (let index = 0; files.length < count; index += 1) {
    const original = copied[index % copied.length];
    if (original) files.push(renamed(original, Math.floor(index / copied.length) + 1));
  }
  return files;
}

export function writeCorpus(folder: string, files: readonly CorpusFile[]): void {
  for (const { path, content } of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function filesIn(folder: string): CorpusFile[] {
  const names = readdirSync(join(fixtures, folder)).filter((name) => name.endsWith('.yaml'));
  return names.map((name) => {
    const content = readFileSync(join(fixtures, folder, name), 'utf8').replace(/^default: true\n/m, '');
    const kind = /^kind: (\S+)$/m.exec(content)?.[1] ?? 'flow';
    return { path: `0/${kind}/${name}`, kind, content: withTextInside(folder, content) };
  });
}

/** Puts the text of a separate file into the entity. */
function withTextInside(folder: string, content: string): string {
  return content.replace(/^file: (\S+)$/m, (_, file: string) => {
    const text = readFileSync(join(fixtures, folder, file), 'utf8');
    const field = file.endsWith('.md') ? 'body' : 'code';
    return `${field}: |\n${text.replace(/^(?=.)/gm, '  ').trimEnd()}`;
  });
}

function renamed({ path, kind, content }: CorpusFile, copy: number): CorpusFile {
  return {
    path: path.replace(/^0\//, `${copy}/`).replace(basename(path), `${copy}-${basename(path)}`),
    kind,
    content: content
      .replace(/\bname: ([\w-]+)/, (_, name: string) => `name: ${name.slice(0, 50)}-${copy}`)
      // Two environments may not have the same secrets.
      .replace(/^secrets: ([\w-]+)/m, (_, prefix: string) => `secrets: ${prefix}-${copy}`)
      // Two webhooks may not have the same address.
      .replace(/^( {2}path: )([\w-]+)$/m, (_, field: string, path: string) => `${field}${path}-${copy}`),
  };
}
