import type { Difference, Replay } from '../../../controller/rehearsal/index.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { connect } from '../../client/connect.js';
import { readFolderFiles } from '../../client/folder-files.js';
import { apiPath } from '../../client/rest/api-client.js';
import { runPath } from '../../client/run-of-word.js';
import { isSet, type Options, text } from '../../contract/command.js';
import { exitCodes } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { printable } from '../../output/terminal/printable.js';

/**
 * Replays a run through the version of `--branch`, or of the files in `--files`; exits with 1 when that would have done something
 * else. @throws Failure
 */
export async function replay(io: Io, word: string, options: Options): Promise<number> {
  const { branch: to, ...own } = options;
  const folder = text(options, 'files');
  const connection = await connect(io, own);
  const { api } = connection;
  try {
    const run = await runPath(connection, word);
    const files = folder === undefined ? {} : { files: await readFolderFiles(io, folder) };
    const body = { ...(typeof to === 'string' ? { branch: to } : {}), ...files };
    const result = await api.call<Replay>(`${await findPath(api, run)}/replay`, { method: 'POST', body });
    io.stdout.write(
      isSet(options, 'json') ? `${printable(toJsonText(result, 2))}\n` : getReplayText(result, folder),
    );
    return result.result === 'different' ? exitCodes.faulted : exitCodes.done;
  } finally {
    await api.close();
  }
}

/** The path of a run on its own branch, which a word with its id does not name. */
async function findPath(api: Awaited<ReturnType<typeof connect>>['api'], path: string): Promise<string> {
  const id = path.split('/').at(-1) ?? '';
  const run = await api.call<{ branch: string }>(
    apiPath`/api/v1/platform/entities/platform/run/${decodeURIComponent(id)}`,
  );
  return apiPath`/api/v1/${run.branch}/runs/${decodeURIComponent(id)}`;
}

const results = {
  same: 'the same calls, and the same end',
  different: 'it would have done something else',
  'cannot-compare': 'the record does not tell',
} as const;

function getReplayText(
  { run, flow, revision, result, partsAt, differences, more, notes }: Replay,
  folder: string | undefined,
): string {
  const version = folder === undefined ? revision.slice(0, 12) : `the files in ${folder}`;
  const lines = [
    `${flow} ${run} through ${version}: ${result} (${results[result]})`,
    ...(partsAt ? [`  it parts at ${partsAt.task} of ${partsAt.flow}`] : []),
    ...differences.flatMap(getDifferenceLines),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...notes.map((note) => `  note: ${note}`),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function getDifferenceLines({ kind, task, flow, text: what, fields, isAssumed }: Difference): string[] {
  const assumed = isAssumed ? ' (with an assumed answer)' : '';
  return [
    `  ${kind} at ${task ?? flow}: ${what}${assumed}`,
    ...fields.map(({ path, from, to }) => `    ${path || '/'}${getValuesText(from, to)}`),
  ];
}

function getValuesText(from: Json | undefined, to: Json | undefined): string {
  if (from === undefined && to === undefined) return '';
  return `: ${from === undefined ? 'none' : toJsonText(from)} → ${to === undefined ? 'none' : toJsonText(to)}`;
}
