import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Run } from '../../controller/runs/contract.js';
import type { JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { connect, connectionOptions } from '../client/connect.js';
import { followRun, hasEnded } from '../client/follow-run.js';
import { buildParameters, parseParameter, readParametersFile } from '../client/parameters.js';
import { type ApiClient, apiPath, type Connection } from '../client/rest/api-client.js';
import { type Command, isSet, type Options, text, texts } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { flowErrorText } from '../output/failure-text.js';
import { paletteFor } from '../output/palette.js';
import { printable } from '../output/printable.js';
import { Timeline } from '../output/timeline.js';

export const runFlow: Command = {
  usage: 'run-flow <name>',
  summary: 'run a flow and print its output',
  names: ['flow'],
  description:
    'Runs a flow by its name, or a flow file by its path. A file runs in this process, without a server.\n' +
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
    ...connectionOptions,
  ],
  examples: [
    'svc run-flow daily-report -p day=2026-01-31 --env staging',
    'svc run-flow ./flows/greet.yaml -p name=Ada',
  ],
  async run(io, [name = ''], options) {
    const given = texts(options, 'param').map(parseParameter);
    const file = text(options, 'paramsFile');
    const fromFile = file === undefined ? {} : await readParametersFile(io, file);
    const { api, branch, flow } = await open(io, name, options);
    try {
      const path = apiPath`/api/v1/${await branch()}/flows/${flow}`;
      const needsSchema = given.some((parameter) => !parameter.isJson);
      const schema = needsSchema
        ? (await api.call<{ parameters: JsonSchema }>(`${path}/context`)).parameters
        : true;
      const parameters = buildParameters(given, schema, fromFile);
      const run = await runToEnd(io, api, options, { path, parameters });
      return printRun(io, run, isSet(options, 'json'));
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

/** Returns true for the path of a file, false for the name of a flow. @throws Failure when the file does not exist */
function isFlowFile(io: Io, argument: string): boolean {
  if (!/[/\\]|\.(ya?ml|json)$/i.test(argument)) return false;
  if (existsSync(resolve(io.cwd, argument))) return true;
  const hint = 'To run a flow by its name, leave out the path and the extension.';
  throw misuse(`There is no file ${argument}`, hint);
}

interface RunRequest {
  path: string;
  parameters: JsonObject;
}

async function runToEnd(io: Io, api: ApiClient, options: Options, request: RunRequest): Promise<Run> {
  const isFollowed = isSet(options, 'follow') || (io.stderr.isTTY === true && !isSet(options, 'json'));
  const accepted = await api.call<Run>(`${request.path}/runs`, {
    method: 'POST',
    query: { env: text(options, 'env') },
    headers: { prefer: isFollowed ? 'respond-async' : 'wait=60' },
    body: request.parameters,
  });
  if (hasEnded(accepted) && !isFollowed) return accepted;
  const stopListening = io.onInterrupt(() => void leave(io, api, accepted));
  const timeline = new Timeline(io.stderr, paletteFor(io.stderr, io.env));
  try {
    return await followRun(api, accepted, isFollowed ? timeline : undefined);
  } finally {
    stopListening();
  }
}

function printRun(io: Io, run: Run, isJson: boolean): number {
  const value = isJson ? run : run.output;
  const palette = paletteFor(io.stderr, io.env);
  if (run.warning) io.stderr.write(`${palette.yellow('warning:')} ${printable(run.warning)}\n`);
  // `printable` escapes a control character in the same way as JSON does, so the output stays valid JSON.
  if (isJson || run.status === 'completed') io.stdout.write(`${printable(JSON.stringify(value, null, 2))}\n`);
  if (run.status === 'completed') return exitCodes.done;
  io.stderr.write(run.error ? flowErrorText(run.error, palette) : `The run was ${run.status}.\n`);
  io.stderr.write(`${palette.dim('run:')} ${run.id}\n`);
  return exitCodes.faulted;
}

/** Ends this process on Ctrl-C. A run of a service continues; a run in this process is parked and resumes later. */
async function leave(io: Io, api: ApiClient, run: Run): Promise<void> {
  if (api.outlivesProcess) io.stderr.write(`\nThe run continues. Follow it with: svc logs ${run.id} -f\n`);
  try {
    await api.close();
  } finally {
    process.exit(130);
  }
}
