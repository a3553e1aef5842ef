import type { FlowErrorBody } from '../../controller/flows/index.js';
import type { Run } from '../../controller/runs/contract.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { type CommandOption, isSet, type Options, text, texts } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { flowErrorText } from '../output/failure-text.js';
import { type Palette, paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';
import { Timeline } from '../output/timeline.js';
import { type Attendant, followRun, hasEnded } from './follow-run.js';
import { buildParameters, parseParameter, readParametersFile } from './parameters.js';
import type { ApiClient } from './rest/api-client.js';
import { filesOption } from './run-files.js';

/** The options of commands that run a flow with parameters. */
export const flowRunOptions: readonly CommandOption[] = [
  {
    flags: '-p, --param <key=value>',
    description: 'set a parameter; `key:=json` for raw JSON; may be repeated',
    repeatable: true,
  },
  {
    flags: '--params-file <file>',
    description: 'read parameters from a YAML or JSON file; `-` reads standard input',
  },
  { flags: '-e, --env <environment>', description: 'environment to run in', names: 'environment' },
  {
    flags: '-f, --follow',
    description: 'show the tasks while they run, also when the output is not a terminal',
  },
  filesOption,
];

/**
 * Reads the parameters of the command line and of a file. Returns a function that converts them to what the flow's schema asks for.
 * @throws Failure
 */
export async function readParameters(
  io: Io,
  options: Options,
): Promise<(api: ApiClient, path: string, others?: JsonObject) => Promise<JsonObject>> {
  const parsed = texts(options, 'param').map(parseParameter);
  const file = text(options, 'paramsFile');
  const fromFile = file === undefined ? {} : await readParametersFile(io, file);
  const needsSchema = parsed.some((parameter) => !parameter.isJson);
  return async (api, path, others = {}) => {
    const schema = needsSchema
      ? (await api.call<{ parameters: JsonSchema }>(`${path}/context`)).parameters
      : true;
    return buildParameters(parsed, schema, { ...others, ...fromFile });
  };
}

export interface RunRequest {
  path: string;
  parameters: JsonObject;
  env: string | undefined;
}

function start(api: ApiClient, { path, env, parameters }: RunRequest, prefer: string): Promise<Run> {
  return api.call<Run>(`${path}/runs`, {
    method: 'POST',
    query: { env },
    headers: { prefer },
    body: parameters,
  });
}

export async function detach(io: Io, api: ApiClient, request: RunRequest, isJson: boolean): Promise<number> {
  const run = await start(api, request, 'respond-async');
  io.stdout.write(`${isJson ? printable(toJsonText(run, 2)) : run.id}\n`);
  io.stderr.write(`Follow it with: svc logs ${run.id} -f\n`);
  return exitCodes.done;
}

/** Resolves with the run when it has ended, or as it is when the user interrupts. @throws Failure */
export async function runToEnd(
  io: Io,
  api: ApiClient,
  options: Options,
  request: RunRequest,
  attendant?: Attendant,
): Promise<Run> {
  const isFollowed = isSet(options, 'follow') || (io.stderr.isTTY === true && !isSet(options, 'json'));
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort());
  try {
    // Without a terminal the first answer waits a moment for the end of a short run. It does not wait longer, because
    // a user who interrupts needs the id of the run.
    const isWatched = isFollowed || attendant !== undefined;
    const accepted = await start(api, request, isWatched ? 'respond-async' : 'wait=1');
    if (hasEnded(accepted) && !isFollowed) return accepted;
    const timeline = isFollowed ? new Timeline(io.stderr, paletteFor(io.stderr, io.env)) : undefined;
    const followed = await followRun(api, accepted, { timeline, signal: interrupt.signal, attendant });
    return { ...followed, warning: accepted.warning };
  } finally {
    stopListening();
  }
}

/**
 * Says what becomes of a run that the user no longer waits for.
 * @param isOnTemporaryData true where the run is of no installation
 */
export function reportInterrupt(io: Io, api: ApiClient, run: Run, isOnTemporaryData: boolean): number {
  io.stderr.write(`\n${describeRest(api, run, isOnTemporaryData)}\n`);
  return exitCodes.interrupted;
}

function describeRest(api: ApiClient, { id }: Run, isOnTemporaryData: boolean): string {
  if (api.outlivesProcess) return `The run continues. Follow it with: svc logs ${id} -f`;
  if (isOnTemporaryData) return `The run ${id} ends with this command, and so does its data.`;
  return `The run ${id} stops with this command. It continues when \`svc serve\` starts the installation.`;
}

/** @param secretHint the advice about a secret that is missing, where the run was one of this process */
export function printRun(io: Io, run: Run, isJson: boolean, secretHint: string | undefined): number {
  const value = isJson ? run : run.output;
  const palette = paletteFor(io.stderr, io.env);
  if (run.warning) io.stderr.write(`${palette.yellow('warning:')} ${printable(run.warning)}\n`);
  // `printable` escapes a control character in the same way as JSON does, so the output stays valid JSON.
  if (isJson || run.status === 'completed') io.stdout.write(`${printable(toJsonText(value, 2))}\n`);
  if (run.status === 'completed') return exitCodes.done;
  io.stderr.write(run.error ? errorText(run.error, palette, secretHint) : `The run was ${run.status}.\n`);
  io.stderr.write(`${palette.dim('run:')} ${run.id}\n`);
  return exitCodes.faulted;
}

function errorText(error: FlowErrorBody, palette: Palette, secretHint: string | undefined): string {
  const missing = /^There is no secret [^.]*\./.exec(error.detail ?? '')?.[0];
  if (secretHint === undefined || missing === undefined) return flowErrorText(error, palette);
  // Setting the secret on a server, as the error advises, would not help this process.
  return flowErrorText({ ...error, detail: missing }, palette, [secretHint]);
}
