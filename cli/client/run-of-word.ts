import type { Run } from '../../controller/runs/contract.js';
import { exitCodes, Failure } from '../contract/failure.js';
import { allItems } from './noun-command.js';
import { apiPath, type Connection } from './rest/api-client.js';
import { beginning, onlyId, wholeId } from './word-for-id.js';

const timeDigits = 12;
/** A run may be written a little later than its id was made. */
const lateMs = 1_000;
/** Runs of one moment that are looked at; where there are more, only the whole id is sure to mean one. */
const maxRuns = 2_000;
const newestRuns = 200;

/** The sentence of commands about the words that stand for a run. */
export const runWords =
  'A run is its id or the first eight digits of it and more, `latest`, or a flow, which stands for its newest run.';

/** Returns the path of the run that a word stands for. @throws Failure as `runOfWord` */
export async function runPath(connection: Connection, word: string): Promise<string> {
  const id = await runOfWord(connection, word);
  return apiPath`/api/v1/${await connection.branch()}/runs/${id}`;
}

/**
 * Returns the id of the run that a word stands for: an id or its first eight digits and more, `latest`, or a flow, which
 * stands for its newest run.
 * @throws Failure when there is none, or more than one id begins so
 */
async function runOfWord(connection: Connection, word: string): Promise<string> {
  if (wholeId.test(word)) return word;
  if (word === 'latest') return newest(connection, {}, 'There is no run yet');
  const id = beginning.test(word) && onlyId(word, await beginningWith(connection, word), 'runs');
  if (id) return id;
  return newest(connection, { flow: word }, `There is no run \`${word}\`, and none of a flow with this name`);
}

async function newest(
  connection: Connection,
  query: Record<string, string>,
  nothing: string,
): Promise<string> {
  const { items } = await list(connection, query, 1);
  if (items[0]) return items[0].id;
  throw new Failure(exitCodes.usage, nothing, ['List the runs with `svc runs list`.']);
}

/** Returns the ids that begin with a text. @throws Failure when the moment that it stands for has too many runs */
async function beginningWith(connection: Connection, word: string): Promise<string[]> {
  // The time of an id is ahead of the clock for as long as a clock that was set back is behind it.
  const newest = await list(connection, {}, newestRuns);
  const items = [...newest.items, ...(await madeAt(connection, word))];
  return [...new Set(items.map(({ id }) => id).filter((id) => id.startsWith(word)))];
}

/** Returns the runs of the moment that the beginning of an id stands for. */
async function madeAt(connection: Connection, word: string): Promise<Run[]> {
  const digits = word.replaceAll('-', '').slice(0, timeDigits);
  const since = findIso(Number.parseInt(digits.padEnd(timeDigits, '0'), 16) - lateMs);
  const until = findIso(Number.parseInt(digits.padEnd(timeDigits, 'f'), 16) + lateMs);
  if (since === undefined || until === undefined) return [];
  const { items } = await list(connection, { since, until }, maxRuns);
  if (items.length < maxRuns) return items;
  throw new Failure(exitCodes.usage, `Too many runs were made at the time of \`${word}\``, [
    'Write the whole id.',
  ]);
}

/** RFC 3339 has years of four digits. */
function findIso(ms: number): string | undefined {
  const time = new Date(ms);
  return ms >= 0 && time.getUTCFullYear() < 10_000 ? time.toISOString() : undefined;
}

async function list(
  { api, branch }: Connection,
  query: Record<string, string>,
  max: number,
): Promise<{ items: Run[] }> {
  return allItems<Run>(api, apiPath`/api/v1/${await branch()}/runs`, query, max);
}
