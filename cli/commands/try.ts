import { sentence } from '../../controller/problems/index.js';
import type { SecretUseOf } from '../../controller/runnable/index.js';
import type { Run } from '../../controller/runs/contract.js';
import { findProvider } from '../../controller/security/vault/secret-provider.js';
import type { SecretValue } from '../../controller/security/vault/secret-store.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { isObject } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { connect, connectionOptions } from '../client/connect.js';
import { isFlowFile } from '../client/flow-file.js';
import { flowRunOptions, printRun, readParameters, reportInterrupt, runToEnd } from '../client/flow-run.js';
import { hasEnded } from '../client/follow-run.js';
import { HumanTaskAnswers, parseAnswers } from '../client/human-task-answers.js';
import { findInstallation } from '../client/local/installation.js';
import type { OpenedFlow } from '../client/local/open-flow-file.js';
import { requireFlow } from '../client/local/require-flow.js';
import { Questions } from '../client/questions.js';
import { apiPath } from '../client/rest/api-client.js';
import { saveRunFiles } from '../client/run-files.js';
import { runPath, runWords } from '../client/run-of-word.js';
import type { Trial } from '../client/trial.js';
import { type Command, isSet, type Options, text, texts } from '../contract/command.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';

export const tryFlow: Command = {
  usage: 'try <flow>',
  summary: 'run a flow as it stands in the folder, on this machine',
  names: ['flow'],
  description:
    'Runs a flow, by its name or the path of its file, with the files of the folder as they are, committed or not. It runs in\n' +
    'this process, on temporary data: no schedule, subscription or notification of the folder starts.\n' +
    'Secrets come from `--secrets`, or from the installation of this folder, after a question that names each secret and the\n' +
    'places it may be sent to. No secret goes to any other place.\n' +
    'A human task is shown and asks you, here, or takes `--answer`; without both the command ends. Its `notify` is not called:\n' +
    'no notification is sent in a trial, as its link would lead nowhere.\n' +
    runWords,
  options: [
    ...flowRunOptions,
    {
      flags: '--secrets <file>',
      description: 'YAML file of secrets, readable by its owner alone: `crm/api: { token: … }`',
    },
    {
      flags: '--allow-host <host>',
      description: 'another place that secrets may be sent to; may be repeated',
      repeatable: true,
    },
    {
      flags: '--without-secrets',
      description: 'run the flow although secrets are missing, until a task needs one',
    },
    { flags: '-y, --yes', description: 'use the secrets of the installation without a question' },
    {
      flags: '--from <run>',
      description: 'begin with the input of a recorded run; `latest` is the newest one of the flow',
    },
    {
      flags: '--stop-before-writes',
      description: 'show each call that may change something, and ask before it is made',
    },
    {
      flags: '--answer <json>',
      description:
        'values for a human task, as a JSON object; may be repeated, in the order in which the tasks open',
      repeatable: true,
    },
    ...connectionOptions.filter(({ flags }) => !flags.includes('--branch')),
  ],
  examples: [
    'svc try daily-report --env staging',
    'svc try ./flows/greet.yaml -p name=Ada',
    `svc try approve-refund -p orderId=o-1003 --answer '{"approved": true}'`,
    'svc try refund --from latest --stop-before-writes --secrets .svc/secrets.yaml',
  ],
  async run(io, [name = ''], options) {
    const { Trial } = await import('../client/trial.js');
    const questions = new Questions(io);
    const trial = new Trial(io, questions, isSet(options, 'stopBeforeWrites'));
    trial.allow(texts(options, 'allowHost'));
    const answers = parseAnswers(texts(options, 'answer'));
    const toParameters = await readParameters(io, options);
    const opened = await open(io, name, options, trial);
    const { api, controller, flow } = opened;
    trial.mask = (value) => controller.vault.maskJson(value);
    try {
      await requireFlow(opened);
      const recorded = await findRecordedInput(io, options, flow);
      const path = apiPath`/api/v1/${await opened.branch()}/flows/${flow}`;
      const parameters = await toParameters(api, path, recorded);
      await prepareSecrets({ io, options, trial, questions }, opened);
      await warnOfPeople(io, opened);
      const env = text(options, 'env');
      const people = new HumanTaskAnswers(io, api, questions, answers);
      // Questions and a picture that is drawn again and again do not go together.
      const shown = isSet(options, 'stopBeforeWrites') ? { ...options, json: true } : options;
      const run = await runToEnd(io, api, shown, { path, parameters, env }, people);
      if (!hasEnded(run)) return reportInterrupt(io, api, run, true);
      people.reportUnused();
      await saveRunFiles(io, api, options, run, true);
      return printRun(io, run, isSet(options, 'json'), secretHint);
    } finally {
      questions.close();
      await api.close();
    }
  },
};

interface Trying {
  io: Io;
  options: Options;
  trial: Trial;
  questions: Questions;
}

const secretHint =
  'Give it with `--secrets <file>`, or store it in the installation of this folder, which `svc serve` starts.';

async function open(io: Io, name: string, options: Options, trial: Trial): Promise<OpenedFlow> {
  const { openFlowFile, openFlowIn } = await import('../client/local/open-flow-file.js');
  if (isFlowFile(io, name)) return openFlowFile(io, name, text(options, 'env'), trial);
  return openFlowIn(io, text(options, 'dir') ?? io.cwd, name, trial);
}

/** Warns of people whom the flow asks and who cannot answer, as far as the trial knows people. */
async function warnOfPeople(io: Io, { controller, flow, branch }: OpenedFlow): Promise<void> {
  const snapshot = await controller.reconciler.fresh(await branch());
  const [{ missing } = { missing: [] }] = controller.runnable.findUnrunnable(snapshot, [
    { type: 'flow', name: flow },
  ]);
  const people = missing.filter(({ need }) => need === 'person');
  if (people.length === 0) return;
  const palette = paletteFor(io.stderr, io.env);
  for (const { message, type, name } of people) {
    const by = name === flow ? '' : ` (${type} ${name})`;
    io.stderr.write(`${palette.yellow('warning:')} ${printable(`${sentence(message)}${by}`)}\n`);
  }
  const more = `A trial knows the teams of the folder, and no users, keys or issuer of a service. Who can answer there: svc flows show ${flow}`;
  io.stderr.write(`  ${printable(more)}\n`);
}

/** Returns the input of the run of `--from`; `latest` is that of the flow. @throws Failure where it is not an object */
async function findRecordedInput(io: Io, options: Options, flow: string): Promise<JsonObject | undefined> {
  const from = text(options, 'from');
  if (from === undefined) return undefined;
  const word = from === 'latest' ? flow : from;
  const connection = await connect(io, options);
  try {
    const { input } = await connection.api.call<Run>(await runPath(connection, word));
    if (isObject(input)) return input;
    throw new Failure(exitCodes.faulted, `The input of the run ${word} is no object of parameters`);
  } finally {
    await connection.api.close();
  }
}

/** Gives the flow the secrets that it uses, as far as there are any, and names the places that they may be sent to. */
async function prepareSecrets(
  { io, options, trial, questions }: Trying,
  { controller, flow, branch }: OpenedFlow,
): Promise<void> {
  const snapshot = await controller.reconciler.fresh(await branch());
  const uses = controller.runnable.getSecretUses(snapshot, 'flow', flow, text(options, 'env'));
  if (uses.length === 0) return;
  const file = text(options, 'secrets');
  const values = file === undefined ? await readOwn(io, options, uses) : await readGiven(io, file);
  const present = uses.flatMap((use) => {
    const path = use.paths.find((each) => values.has(each));
    return path === undefined ? [] : [{ ...use, path }];
  });
  const { providers } = controller.vault;
  const stored = uses.filter(({ paths }) => !paths.some((path) => findProvider(providers, path)));
  if (!isSet(options, 'withoutSecrets')) requireSecrets(stored, values);
  if (present.length === 0) return;
  const lines = present.map(({ path, key, type, name, destinations }) => {
    const what = key === undefined ? path : `${path} (${key})`;
    const places = destinations.length === 0 ? 'nowhere' : [...new Set(destinations)].join(', ');
    return `  ${what}, for the ${type} ${name}: to ${places}\n`;
  });
  io.stderr.write(
    printable(
      `The flow ${flow} uses secrets of ${file ?? 'this installation'}:\n${[...new Set(lines)].join('')}`,
    ),
  );
  if (file === undefined && !isSet(options, 'yes')) await requireYes(questions);
  trial.allow(present.flatMap(({ destinations }) => destinations));
  for (const path of new Set(present.map((use) => use.path)))
    await controller.vault.secrets.put(path, values.get(path) ?? {});
}

/** @throws Failure where secrets or keys of them are missing: the tasks before the first that needs one would be made in vain */
function requireSecrets(uses: readonly SecretUseOf[], values: ReadonlyMap<string, SecretValue>): void {
  const missing = uses.flatMap(({ paths, key, type, name }) => {
    const path = paths.find((each) => values.has(each));
    const of = `for the ${type} ${name}`;
    if (path === undefined) return `There is no secret \`${paths[0]}\`, ${of}.`;
    const keys = Object.keys(values.get(path) ?? {});
    if (key === undefined || keys.includes(key)) return [];
    const near = nearest(key, keys);
    return `The secret \`${path}\` has no key \`${key}\`, ${of}.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`;
  });
  if (missing.length === 0) return;
  throw new Failure(exitCodes.faulted, [...new Set(missing)].join(' '), [
    secretHint,
    'To run it all the same, until a task needs one: `--without-secrets`.',
  ]);
}

async function readGiven(io: Io, file: string): Promise<ReadonlyMap<string, SecretValue>> {
  const { readSecretsFile } = await import('../client/local/secrets-file.js');
  return readSecretsFile(io, file);
}

/** Returns the secrets of the installation of this folder; none where there is no installation. */
async function readOwn(
  io: Io,
  options: Options,
  uses: readonly SecretUseOf[],
): Promise<ReadonlyMap<string, SecretValue>> {
  const settings = findInstallation(io, text(options, 'dir'));
  if (settings === undefined) return new Map();
  const { readStoredSecrets } = await import('../client/local/stored-secrets.js');
  const paths = [...new Set(uses.flatMap((use) => use.paths))];
  try {
    return await readStoredSecrets(settings, paths);
  } catch (error) {
    const palette = paletteFor(io.stderr, io.env);
    const why = printable((error as Error).message);
    io.stderr.write(
      `${palette.yellow('warning:')} The secrets of this installation cannot be read: ${why}. Give others with \`--secrets <file>\`.\n`,
    );
    return new Map();
  }
}

async function requireYes(questions: Questions): Promise<void> {
  if (!questions.canAsk)
    throw misuse(
      'There is no terminal to ask whether the secrets may be used',
      'Add `--yes`, or give others with `--secrets <file>`.',
    );
  if (!(await questions.askYes('Use them for this run?')))
    throw new Failure(exitCodes.faulted, 'The flow was not tried');
}
