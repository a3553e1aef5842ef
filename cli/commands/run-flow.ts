import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FlowErrorBody } from '../../controller/flows/index.js';
import type { Run } from '../../controller/runs/contract.js';
import type { JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { connect, connectionOptions } from '../client/connect.js';
import { followRun, hasEnded } from '../client/follow-run.js';
import { buildParameters, parseParameter, readParametersFile } from '../client/parameters.js';
import { type ApiClient, apiPath, type Connection } from '../client/rest/api-client.js';
import { type Command, isSet, type Options, text, texts } from '../contract/command.js';
import { exitCodes, misuse, ProblemFailure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { flowErrorText } from '../output/failure-text.js';
import { type Palette, paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';
import { Timeline } from '../output/timeline.js';

export const runFlow: Command = {
  usage: 'run-flow <name>',
  summary: 'run a flow and print its output',
  names: ['flow'],
  description:
    'Runs a flow by its name, or a flow file by its path. A file runs in this process, without a server\n' +
    'and without its secrets: a flow whose connections need one runs by its name, where the server has the secret.\n' +
    'Prints the output as JSON; with --json the whole run.',
  options: [
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
    {
      flags: '-d, --detach',
      description: 'start the run and print its id, without waiting for its end',
    },
    ...connectionOptions,
  ],
  examples: [
    'svc run-flow daily-report -p day=2026-01-31 --env staging',
    'svc run-flow daily-report --detach',
    'svc run-flow ./flows/greet.yaml -p name=Ada',
  ],
  async run(io, [name = ''], options) {
    const parsed = texts(options, 'param').map(parseParameter);
    const file = text(options, 'paramsFile');
    const fromFile = file === undefined ? {} : await readParametersFile(io, file);
    const isDetached = requireDetachable(io, name, options);
    const opened = await open(io, name, options);
    const { api, flow } = opened;
    try {
      if (isDetached) requireServer(api);
      const path = await getPath(io, name, opened, options);
      const needsSchema = parsed.some((parameter) => !parameter.isJson);
      const schema = needsSchema
        ? (await api.call<{ parameters: JsonSchema }>(`${path}/context`)).parameters
        : true;
      const parameters = buildParameters(parsed, schema, fromFile);
      const request = { path, parameters, env: text(options, 'env') };
      if (isDetached) return await detach(io, api, request, isSet(options, 'json'));
      const run = await runToEnd(io, api, options, request);
      if (!hasEnded(run)) return reportInterrupt(io, api, run);
      return printRun(io, run, isSet(options, 'json'), isFlowFile(io, name) ? flow : undefined);
    } finally {
      await api.close();
    }
  },
};

async function open(io: Io, name: string, options: Options): Promise<Connection & { flow: string }> {
  if (!isFlowFile(io, name)) return { ...(await connect(io, options)), flow: name };
  const { openFlowFile } = await import('../client/local/open-flow-file.js');
  return openFlowFile(io, name, text(options, 'env'));
}

/** The branch of a served folder that has its files as they are, committed or not. */
const filesAsTheyAre = 'local';

/**
 * Returns the path of a flow. One that production does not have, as it is not committed yet, is that of the files as they
 * are; a line says so.
 */
async function getPath(
  io: Io,
  name: string,
  { api, branch, isLocal, flow }: Connection & { flow: string },
  options: Options,
): Promise<string> {
  const path = apiPath`/api/v1/${await branch()}/flows/${flow}`;
  if (!isLocal || isFlowFile(io, name) || text(options, 'branch') !== undefined) return path;
  const isThere = (one: string) =>
    api.call(one).then(
      () => true,
      (error) => {
        if (error instanceof ProblemFailure) return false;
        throw error;
      },
    );
  const uncommitted = apiPath`/api/v1/${filesAsTheyAre}/flows/${flow}`;
  if ((await isThere(path)) || !(await isThere(uncommitted))) return path;
  io.stderr.write(
    `The flow ${printable(flow)} is not committed yet: this runs the file as it is (branch ${filesAsTheyAre}).\n`,
  );
  return uncommitted;
}

/** Returns true for the path of a file, false for the name of a flow. @throws Failure when the file does not exist */
function isFlowFile(io: Io, argument: string): boolean {
  if (!/[/\\]|\.(ya?ml|json)$/i.test(argument)) return false;
  if (existsSync(resolve(io.cwd, argument))) return true;
  const hint = 'To run a flow by its name, leave out the path and the extension.';
  throw misuse(`There is no file ${argument}`, hint);
}

/** Returns true for `--detach`. @throws Failure where the end of this command would end the run */
function requireDetachable(io: Io, name: string, options: Options): boolean {
  if (!isSet(options, 'detach')) return false;
  if (isSet(options, 'follow'))
    throw misuse('`--detach` and `--follow` exclude each other', 'Leave one out.');
  if (isFlowFile(io, name)) {
    const hint = 'Name a flow of a server: `svc run-flow <name> --detach`.';
    throw misuse('A flow file runs in this process, and its run ends with it', hint);
  }
  return true;
}

/** @throws Failure for a service in this process */
function requireServer(api: ApiClient): void {
  if (api.outlivesProcess) return;
  const hint = 'Start the service with `svc serve`, then repeat the command.';
  throw misuse('No service runs here that could execute the run after this command', hint);
}

interface RunRequest {
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

async function detach(io: Io, api: ApiClient, request: RunRequest, isJson: boolean): Promise<number> {
  const run = await start(api, request, 'respond-async');
  io.stdout.write(`${isJson ? printable(JSON.stringify(run, null, 2)) : run.id}\n`);
  io.stderr.write(`Follow it with: svc logs ${run.id} -f\n`);
  return exitCodes.done;
}

/** Resolves with the run when it has ended, or as it is when the user interrupts. */
async function runToEnd(io: Io, api: ApiClient, options: Options, request: RunRequest): Promise<Run> {
  const isFollowed = isSet(options, 'follow') || (io.stderr.isTTY === true && !isSet(options, 'json'));
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort());
  try {
    // Without a terminal the first answer waits a moment for the end of a short run. It does not wait longer, because
    // a user who interrupts needs the id of the run.
    const accepted = await start(api, request, isFollowed ? 'respond-async' : 'wait=1');
    if (hasEnded(accepted) && !isFollowed) return accepted;
    const timeline = isFollowed ? new Timeline(io.stderr, paletteFor(io.stderr, io.env)) : undefined;
    const followed = await followRun(api, accepted, { timeline, signal: interrupt.signal });
    return { ...followed, warning: accepted.warning };
  } finally {
    stopListening();
  }
}

/** Says how to follow a run that the user no longer waits for. */
function reportInterrupt(io: Io, api: ApiClient, { id }: Run): number {
  const more = api.outlivesProcess
    ? `The run continues. Follow it with: svc logs ${id} -f`
    : `The run ${id} stops with this command. A run of an installation continues when \`svc serve\` starts it.`;
  io.stderr.write(`\n${more}\n`);
  return exitCodes.interrupted;
}

/** @param ofFile the flow, where its run was that of a file in this process */
function printRun(io: Io, run: Run, isJson: boolean, ofFile: string | undefined): number {
  const value = isJson ? run : run.output;
  const palette = paletteFor(io.stderr, io.env);
  if (run.warning) io.stderr.write(`${palette.yellow('warning:')} ${printable(run.warning)}\n`);
  // `printable` escapes a control character in the same way as JSON does, so the output stays valid JSON.
  if (isJson || run.status === 'completed') io.stdout.write(`${printable(JSON.stringify(value, null, 2))}\n`);
  if (run.status === 'completed') return exitCodes.done;
  io.stderr.write(run.error ? errorText(run.error, palette, ofFile) : `The run was ${run.status}.\n`);
  io.stderr.write(`${palette.dim('run:')} ${run.id}\n`);
  return exitCodes.faulted;
}

function errorText(error: FlowErrorBody, palette: Palette, ofFile: string | undefined): string {
  const missing = /^There is no secret [^.]*\./.exec(error.detail ?? '')?.[0];
  if (ofFile === undefined || missing === undefined) return flowErrorText(error, palette);
  // Setting the secret on a server, as the error advises, would not help this process.
  const hint = `A file runs without the secrets of a server: \`svc run-flow ${ofFile}\` runs the flow there.`;
  return flowErrorText({ ...error, detail: missing }, palette, [hint]);
}
