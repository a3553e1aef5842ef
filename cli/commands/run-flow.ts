import { shellWord } from '../../api/operations/flows/example-calls.js';
import { connect, connectionOptions } from '../client/connect.js';
import { isFlowFile } from '../client/flow-file.js';
import {
  detach,
  flowRunOptions,
  printRun,
  readParameters,
  reportInterrupt,
  runToEnd,
} from '../client/flow-run.js';
import { hasEnded } from '../client/follow-run.js';
import { HumanTaskAnswers } from '../client/human-task-answers.js';
import { Questions } from '../client/questions.js';
import { type ApiClient, apiPath, type Connection } from '../client/rest/api-client.js';
import { saveRunFiles } from '../client/run-files.js';
import { type Command, isSet, type Options, text } from '../contract/command.js';
import { misuse, ProblemFailure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { printable } from '../output/terminal/printable.js';

export const runFlow: Command = {
  usage: 'run-flow <name>',
  summary: 'run a flow and print its output',
  names: ['flow'],
  description:
    'Runs a flow by its name, or a flow file by its path. A file runs in this process, without a server\n' +
    'and without its secrets: a flow whose connections need one runs by its name, where the server has the secret.\n' +
    'A human task of a file asks you in the terminal, and sends no notification.\n' +
    'Prints the output as JSON; with --json the whole run.',
  options: [
    ...flowRunOptions,
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
    const toParameters = await readParameters(io, options);
    const isDetached = requireDetachable(io, name, options);
    const opened = await open(io, name, options);
    const { api, flow } = opened;
    const questions = new Questions(io);
    try {
      if (isDetached) requireServer(api);
      const path = await getPath(io, name, opened, options);
      const parameters = await toParameters(api, path);
      const request = { path, parameters, env: text(options, 'env') };
      if (isDetached) return await detach(io, api, request, isSet(options, 'json'));
      // Another terminal does not see the human tasks of a file, which runs in this process.
      const people = isFlowFile(io, name) ? new HumanTaskAnswers(io, api, questions, []) : undefined;
      const run = await runToEnd(io, api, options, request, people);
      if (!hasEnded(run)) return reportInterrupt(io, api, run, isFlowFile(io, name));
      await saveRunFiles(io, api, options, run, isFlowFile(io, name));
      return printRun(
        io,
        run,
        isSet(options, 'json'),
        isFlowFile(io, name) ? secretHint(name, flow) : undefined,
      );
    } finally {
      questions.close();
      await api.close();
    }
  },
};

function secretHint(file: string, flow: string): string {
  return `A file runs without the secrets of a server: \`svc run-flow ${flow}\` runs the flow there, and \`svc try ${file}\` asks for the secrets of this machine.`;
}

async function open(io: Io, name: string, options: Options): Promise<Connection & { flow: string }> {
  if (!isFlowFile(io, name)) return { ...(await connect(io, options)), flow: name };
  const { openFlowFile } = await import('../client/local/open-flow-file.js');
  return openFlowFile(io, name, text(options, 'env'));
}

/** The branch of a served folder that has its files as they are, committed or not. */
const filesAsTheyAre = 'local';

/**
 * Returns the path of a flow. One that production does not have, as it is not committed yet, is that of the files as they
 * are; a line says so, and also where the file has changes that production does not have.
 */
async function getPath(
  io: Io,
  name: string,
  { api, branch, isLocal, flow }: Connection & { flow: string },
  options: Options,
): Promise<string> {
  const path = apiPath`/api/v1/${await branch()}/flows/${flow}`;
  if (!isLocal || isFlowFile(io, name) || text(options, 'branch') !== undefined) return path;
  const uncommitted = apiPath`/api/v1/${filesAsTheyAre}/flows/${flow}`;
  const [inService, asItIs] = await Promise.all([findFlow(api, path), findFlow(api, uncommitted)]);
  if (asItIs === undefined || inService?.etag === asItIs.etag) return path;
  if (inService === undefined) {
    io.stderr.write(
      `The flow ${printable(flow)} is not committed yet: this runs the file as it is (branch ${filesAsTheyAre}).\n`,
    );
    return uncommitted;
  }
  io.stderr.write(
    `${printable(asItIs.path)} has changes that are not committed: this runs the committed version. To run the file as it is: svc try ${printable(shellWord(flow))}\n`,
  );
  return path;
}

/** Returns the file of a flow and the digest of its content; undefined where there is no such flow. */
async function findFlow(api: ApiClient, path: string): Promise<{ path: string; etag: string } | undefined> {
  try {
    return await api.call(path);
  } catch (error) {
    if (error instanceof ProblemFailure) return undefined;
    throw error;
  }
}

/** Returns true for `--detach`. @throws Failure where the end of this command would end the run */
function requireDetachable(io: Io, name: string, options: Options): boolean {
  if (!isSet(options, 'detach')) return false;
  if (isSet(options, 'follow'))
    throw misuse('`--detach` and `--follow` exclude each other', 'Leave one out.');
  if (text(options, 'files') !== undefined) {
    const hint = 'Leave `--files` out, and read them later: `svc runs files <run>`.';
    throw misuse('A run that this command does not wait for has no files to save yet', hint);
  }
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
