import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of sources with the folder of its own tests. Paths from the root of the project. */
export interface Room {
  folder: string;
  tests: string;
}

/** Lists the rooms that have tests of their own. */
export function listRooms(root: string): Room[] {
  const folders = ['controller', 'api', 'cli'].flatMap((top) =>
    readdirSync(join(root, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${top}/${name}`),
  );
  return [...folders, 'schemas']
    .map((folder) => ({ folder, tests: `test/${folder}` }))
    .filter(({ folder, tests }) => existsSync(join(root, tests)) && listSources(root, folder).length > 0);
}

/** Lists the TypeScript sources of a room. The console and what is generated are not changed: they have tests of another sort. */
export function listSources(root: string, folder: string): string[] {
  return list(root, folder).filter(
    (file) =>
      file.endsWith('.ts') && !/\.d\.[cm]?ts$|^schemas\/generat|^api\/console\/|^cli\/build\//.test(file),
  );
}

/**
 * Lists the tests of a room that reach a source by imports, those that reach the fewest files first: they are the ones about it.
 * @returns paths from the root
 */
export function listTests(root: string, { tests }: Room, source: string): string[] {
  return list(root, tests)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ file, reached: getReached(root, file) }))
    .filter(({ reached }) => reached.has(source))
    .sort((a, b) => a.reached.size - b.reached.size)
    .map(({ file }) => file);
}

function list(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => !file.includes('/node_modules/'));
}

const importsByFile = new Map<string, string[]>();

function getReached(root: string, file: string): Set<string> {
  const reached = new Set([file]);
  for (const next of reached) for (const imported of getImports(root, next)) reached.add(imported);
  return reached;
}

function getImports(root: string, file: string): string[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const imported = [
    ...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\(|import) ?'(\.[^']+)\.js'/g),
  ]
    .map(([, path = '']) => `${join(dirname(file), path)}.ts`)
    .filter((path) => existsSync(join(root, path)));
  importsByFile.set(file, imported);
  return imported;
}
