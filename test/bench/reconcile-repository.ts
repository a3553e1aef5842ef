import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { execa } from 'execa';

/** Number of files in one folder. */
const perFolder = 1_000;

function getPath(index: number): string {
  return `flows/${String(Math.floor(index / perFolder)).padStart(3, '0')}/flow-${index}.yaml`;
}

/** Makes a bare repository of `count` flows, a thousand per folder, in one commit. */
export async function makeRepository(dir: string, count: number): Promise<void> {
  await execa('git', ['init', '-q', '--bare', '-b', 'main', dir]);
  const importer = new Importer(dir);
  await importer.commit(
    Array.from({ length: count }, (_, index) => flowFile(index, 'Hello')),
    false,
  );
  await importer.end();
}

interface RepositoryFile {
  path: string;
  content: string;
}

/** Makes commits without a work tree, so that a commit takes equally long in large and small repositories. */
export class Importer {
  readonly #child: ChildProcessByStdio<Writable, null, null>;

  constructor(dir: string) {
    this.#child = spawn('git', ['-C', dir, 'fast-import', '--quiet'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  }

  async commit(files: Iterable<RepositoryFile>, hasParent: boolean): Promise<void> {
    let text =
      'commit refs/heads/main\ncommitter Bench <bench@example.org> 1700000000 +0000\ndata 6\nchange\n';
    if (hasParent) text += 'from refs/heads/main^0\n';
    for (const { path, content } of files) {
      text += `M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
      if (text.length < 1_000_000) continue;
      if (!this.#child.stdin.write(text)) await once(this.#child.stdin, 'drain');
      text = '';
    }
    this.#child.stdin.write(`${text}\n`);
  }

  async end(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.stdin.end('done\n');
    await exit;
  }
}

/** The flow with this number; it says `word`. */
export function flowFile(index: number, word: string): RepositoryFile {
  const content = `document:
  dsl: '1.0.3'
  namespace: bench
  name: flow-${index}
  version: '1.0.0'
  title: The flow number ${index}
input:
  schema:
    document:
      type: object
      properties:
        name: { type: string }
do:
  - greet:
      set:
        greeting: \${ "${word} ${index}, " + (.name // "you") }
  - decide:
      switch:
        - long:
            when: \${ (.greeting | length) > 40 }
            then: end
  - finish:
      set:
        done: true
`;
  return { path: getPath(index), content };
}
