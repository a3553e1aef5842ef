import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Run } from '../../controller/runs/contract.js';
import { type CommandOption, type Options, text } from '../contract/command.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { printable } from '../output/terminal/printable.js';
import { receiveFile } from './receive-file.js';
import { type ApiClient, apiPath } from './rest/api-client.js';

/** The option of commands that run a flow to its end. */
export const filesOption: CommandOption = {
  flags: '--files <folder>',
  description: 'save the files of the run in this folder',
};

/** Files that a line names. */
const maxNamed = 5;

interface ListedFile {
  file: string;
  name: string;
}

/**
 * Saves the files of a run in the folder of `--files`. Without it, names those that are lost with the data of the run.
 * @param isTemporary true for a run whose data ends with this process
 * @throws Failure
 */
export async function saveRunFiles(
  io: Io,
  api: ApiClient,
  options: Options,
  run: Run,
  isTemporary: boolean,
): Promise<void> {
  const folder = text(options, 'files');
  if (folder === undefined && !isTemporary) return;
  const path = apiPath`/api/v1/${run.branch}/runs/${run.id}/files`;
  const { items } = await api.call<{ items: ListedFile[] }>(path);
  const count = `${items.length} ${items.length === 1 ? 'file' : 'files'}`;
  if (folder === undefined) {
    if (items.length > 0)
      io.stderr.write(
        `The run yielded ${count} (${list(items)}), which end with its temporary data. \`--files <folder>\` saves them.\n`,
      );
    return;
  }
  const target = resolve(io.cwd, folder);
  await mkdir(target, { recursive: true }).catch((cause: Error) => {
    throw new Failure(exitCodes.usage, `Cannot make ${folder}: ${cause.message}`, [], { cause });
  });
  const taken = new Set<string>();
  for (const { file, name } of items) {
    const saved = getSavedName(name, file, taken);
    taken.add(saved.toLowerCase());
    await receiveFile(await api.download(`${path}${apiPath`/${file}`}`), join(target, saved));
  }
  io.stderr.write(`${count} saved in ${folder}\n`);
}

/** Returns the name of a file in the folder: its own, unless that is no name, or another file of the run has it. */
function getSavedName(name: string, id: string, taken: ReadonlySet<string>): string {
  const isName = basename(name) === name && !/[\\/\0]/.test(name) && !['', '.', '..'].includes(name);
  if (!isName) return basename(id);
  return taken.has(name.toLowerCase()) ? `${basename(id)}-${name}` : name;
}

function list(items: readonly ListedFile[]): string {
  const named = items.slice(0, maxNamed).map(({ name }) => printable(name));
  return [...named, ...(items.length > maxNamed ? ['…'] : [])].join(', ');
}
