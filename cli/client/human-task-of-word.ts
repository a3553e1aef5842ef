import type { HumanTask } from '../../controller/runs/contract.js';
import { exitCodes, Failure } from '../contract/failure.js';
import { allItems } from './noun-command.js';
import type { ApiClient } from './rest/api-client.js';
import { beginning, onlyId, wholeId } from './word-for-id.js';

/** Open tasks that are looked at for the beginning of an id, the newest. */
const maxTasks = 2_000;

export const humanTasksPath = '/api/v1/platform/human-tasks';

/** The sentence of commands about the words that stand for a human task. */
export const humanTaskWords =
  'A task is its id, the first eight digits of it and more while it is open, or `latest` for the newest open one.';

/** Returns the path of the human task that a word stands for. @throws Failure when there is none, or more than one */
export async function humanTaskPath(api: ApiClient, word: string): Promise<string> {
  return `${humanTasksPath}/${encodeURIComponent(await getApiId(api, word))}`;
}

async function getApiId(api: ApiClient, word: string): Promise<string> {
  if (wholeId.test(word)) return word;
  if (word === 'latest') {
    const [newest] = await openTasks(api, 1);
    if (newest) return newest.id;
    throw new Failure(exitCodes.usage, 'No task that you may see is open', [listHint]);
  }
  if (!beginning.test(word))
    throw new Failure(exitCodes.usage, `There is no human task \`${word}\``, [listHint]);
  const ids = (await openTasks(api, maxTasks)).map(({ id }) => id).filter((id) => id.startsWith(word));
  const id = onlyId(word, ids, 'open tasks');
  if (id !== undefined) return id;
  throw new Failure(exitCodes.usage, `No open task has an id that begins with \`${word}\``, [listHint]);
}

const listHint = 'List the open ones with `svc human-tasks list --all`.';

async function openTasks(api: ApiClient, max: number): Promise<HumanTask[]> {
  return (await allItems<HumanTask>(api, humanTasksPath, { mine: 'false' }, max)).items;
}
