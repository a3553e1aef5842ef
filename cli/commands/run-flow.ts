import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Run } from '../../controller/runs/contract.js';
import type { Json, JsonObject, JsonSchema } from '../../schemas/json.js';
import { type ApiClient, apiPath } from '../client/api-client.js';
import { type Connection, connect, connectionOptions } from '../client/connect.js';
import { type Command, type Io, isSet, type Options, text, texts } from '../command.js';
import { exitCodes, Failure } from '../failure.js';
import { followRun, hasEnded } from '../follow-run.js';
import { isFlowFile } from '../local-run/flow-file.js';
import { flowErrorText } from '../output/failure-text.js';
import { paletteFor } from '../output/palette.js';
import { printable } from '../output/printable.js';
import { Timeline } from '../output/timeline.js';
import { buildParameters, type Parameter, parseParameter } from '../parameters.js';
import { readAll } from '../read-all.js';

export const runFlow: Command = {
  usage: 'run-flow <name>',
  summary: 'run a flow and print its output',
  names: ['flow'],
  description:
    'Runs a flow by its name, or a flow file by its path: a file runs in this process, without a server.\n' +
    'Prints the output as JSON; with --json the whole run.',
  options: [
    {
      flags: '-p, --param <key=value>',
      description: 'a parameter; `key:=json` for raw JSON; may be repeated',
      repeatable: true,
    },
    {
      flags: '--params-file <file>',
      description: 'parameters from a YAML or JSON file; `-` reads standard input',
    },
    { flags: '-e, --env <environment>', description: 'environment to run in', names: 'environment' },
    { flags: '-f, --follow', description: 'show the tasks as they go, also when this is no terminal' },
    ...connectionOptions,
  ],
  examples: [
    'svc run-flow daily-report -p day=2026-01-31 --env staging',
    'svc run-flow ./flows/greet.yaml -p name=Ada',
  ],
  async run(io, [name = ''], options) {
    const given = texts(options, 'param').map(parseParameter);
    const fromFile = await readParamsFile(io, text(options, 'paramsFile'));
    if (!isFlowFile(io, name))
      return runByName(io, await connect(io, options), name, { given, fromFile }, options);
    const { openFlowFile } = await import('../local-run/open-flow-file.js');
    const local = await openFlowFile(io, name, text(options, 'env'));
    return runByName(io, local, local.flow, { given, fromFile }, options);
  },
};

interface Given {
  given: readonly Parameter[];
  fromFile: JsonObject;
}

async function runByName(
  io: Io,
  { api, branch: branchOf }: Connection,
  flow: string,
  { given, fromFile }: Given,
  options: Options,
): Promise<number> {
  try {
    const branch = await branchOf();
    const path = apiPath`/api/v1/${branch}/flows/${flow}`;
    const needsSchema = given.some((parameter) => !parameter.isJson);
    const schema = needsSchema
      ? (await api.call<{ parameters: JsonSchema }>(`${path}/context`)).parameters
      : true;
    const isFollowed = isSet(options, 'follow') || (io.stderr.isTTY === true && !isSet(options, 'json'));
    const accepted = await api.call<Run>(`${path}/runs`, {
      method: 'POST',
      query: { env: text(options, 'env') },
      headers: { prefer: isFollowed ? 'respond-async' : 'wait=60' },
      body: buildParameters(given, schema, fromFile),
    });
    const stopListening = io.onInterrupt(() => void leave(io, api, accepted));
    const timeline = new Timeline({ stream: io.stderr, palette: paletteFor(io.stderr, io.env) });
    const run =
      hasEnded(accepted) && !isFollowed
        ? accepted
        : await followRun(api, accepted, isFollowed ? timeline : undefined);
    stopListening();
    return report(io, run, isSet(options, 'json'));
  } finally {
    await api.close();
  }
}

function report(io: Io, run: Run, isJson: boolean): number {
  const value = isJson ? run : run.output;
  // What `printable` writes for a control character is how JSON writes it too.
  if (isJson || run.status === 'completed') io.stdout.write(`${printable(JSON.stringify(value, null, 2))}\n`);
  if (run.status === 'completed') return exitCodes.done;
  const palette = paletteFor(io.stderr, io.env);
  io.stderr.write(run.error ? flowErrorText(run.error, palette) : `The run was ${run.status}.\n`);
  io.stderr.write(`${palette.dim('run:')} ${run.id}\n`);
  return exitCodes.faulted;
}

/** A run of a service goes on without anybody looking; one in this process is put away. */
async function leave(io: Io, api: ApiClient, run: Run): Promise<void> {
  if (api.outlivesUs) io.stderr.write(`\nThe run goes on. Follow it with: svc logs ${run.id} -f\n`);
  try {
    await api.close();
  } finally {
    process.exit(130);
  }
}

async function readParamsFile(io: Io, path: string | undefined): Promise<JsonObject> {
  if (path === undefined) return {};
  const content = path === '-' ? await readAll(io.stdin) : readFile(resolve(io.cwd, path), path);
  const { parse } = await import('yaml');
  let value: Json;
  try {
    value = parse(content, { maxAliasCount: 100 }) as Json;
  } catch (error) {
    throw new Failure(exitCodes.usage, `${path} is neither YAML nor JSON: ${(error as Error).message}`);
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  throw new Failure(exitCodes.usage, `${path} does not hold parameters`, [
    'It takes a map of names and values at its top.',
  ]);
}

function readFile(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(exitCodes.usage, `${shown} cannot be read: ${(error as Error).message}`);
  }
}
