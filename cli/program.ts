import { Command as Commander, CommanderError, Option } from 'commander';
import { Problem } from '../controller/problems/index.js';
import {
  type Command,
  type CommandOption,
  helpOption,
  jsonOption,
  type Options,
  versionOption,
} from './contract/command.js';
import { exitCodes, Failure, misuse, ProblemFailure } from './contract/failure.js';
import type { Io } from './contract/io.js';
import type { UncaughtHandler } from './contract/uncaught.js';
import { failureText } from './output/failure-text.js';
import { helpText } from './output/help-text.js';
import { toTerminalHint } from './output/hints.js';
import { commandLines } from './output/terminal/code-lines.js';
import { getMeasure } from './output/terminal/measure.js';
import { paletteFor } from './output/terminal/palette.js';
import { printable } from './output/terminal/printable.js';
import { versionText } from './output/version-text.js';
import { hintsFor } from './rest-only.js';

/** Runs a command line and resolves with its exit code. Every error is reported on `stderr`; none is thrown. */
export async function runCommandLine(
  commands: readonly Command[],
  argv: readonly string[],
  io: Io,
): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = createProgram(commands, io, (code) => {
    exitCode = code;
  });
  try {
    await refuseRestOnly(argv[0]);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, io, argv.includes('--json'));
  }
}

function createProgram(commands: readonly Command[], io: Io, done: (exitCode: number) => void): Commander {
  const program = new Commander('svc')
    .description('Workflow automation run from Git.')
    .version(versionText(), versionOption.flags, versionOption.description)
    // Options after the name of a command belong to that command: `app fetch --version 1` asks for a release.
    .enablePositionalOptions()
    .passThroughOptions()
    .helpOption(helpOption.flags, helpOption.description)
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ formatHelp: (command, help) => helpText(command, help, getMeasure(io.stdout)) })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(printable(text)),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .showHelpAfterError('hint: `svc --help` shows the commands.')
    .addHelpText('after', '\nExample:\n  svc serve --dir ./automations\n');
  for (const command of commands) addCommand(program, command, io, done);
  return program;
}

function addCommand(program: Commander, command: Command, io: Io, done: (exitCode: number) => void): void {
  const examples = () => {
    const measure = getMeasure(io.stdout);
    const lines = command.examples.flatMap((example) => commandLines(example, measure, '  '));
    return ['', command.examples.length > 1 ? 'Examples:' : 'Example:', ...lines, ''].join('\n');
  };
  const added = program
    .command(command.usage, { hidden: command.hidden === true })
    .summary(command.summary)
    .description(command.description ?? command.summary)
    .addHelpText('after', examples);
  const [name = ''] = command.usage.split(' ');
  added.showHelpAfterError(
    `hint: \`svc ${name} --help\` shows the usage. Example: \`${command.examples[0]}\`.`,
  );
  for (const option of command.options) added.addOption(toOption(option));
  added.addOption(toOption(jsonOption));
  added.action(async () => {
    done(await command.run(io, added.args, added.opts<Options>()));
  });
}

function toOption({ flags, description, repeatable, choices }: CommandOption): Option {
  const option = new Option(flags, description);
  if (choices) option.choices([...choices]);
  if (repeatable) option.argParser((value: string, before: string[] = []) => [...before, value]);
  return option;
}

async function refuseRestOnly(name: string | undefined): Promise<void> {
  const hints = name === undefined ? undefined : await hintsFor(name);
  if (hints === undefined) return;
  throw new Failure(exitCodes.usage, `There is no command \`${name}\``, hints);
}

/** Ends the process with a problem, never with a stack, for what escapes from a command. */
export function endUncaught(argv: readonly string[], io: Io): UncaughtHandler {
  return (error) => process.exit(report(error, io, argv.includes('--json')));
}

function report(error: unknown, io: Io, isJson: boolean): number {
  // Commander has already printed its message. `--help` and `--version` arrive here as errors with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const failure = toFailure(error);
  const { message: detail } = failure;
  const hints = failure.hints.map(toTerminalHint);
  const body = failure instanceof ProblemFailure ? { ...failure.problem, hints } : { detail, hints };
  if (isJson) io.stderr.write(`${JSON.stringify(body)}\n`);
  else io.stderr.write(failureText(failure, paletteFor(io.stderr, io.env)));
  return failure.exitCode;
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Problem) return new ProblemFailure(error.toBody('', 'svc'));
  const message = error instanceof Error ? error.message : String(error);
  const hint = 'This is a defect in svc. Report it together with the command that you entered.';
  return misuse(`Something went wrong inside svc: ${message}`, hint);
}
