import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { execa } from 'execa';
import { argumentText, splitArguments } from './arguments.js';
import {
  type Code,
  CodeFault,
  type CodeLimits,
  type FaultKind,
  type Outcome,
  tooMuchOutput,
} from './contract.js';
import { describeMissingPython, getPythonProgram } from './programs.js';

export type ProcessCode = Code & { language: 'python' | 'shell' };

/** A program with all it needs, to be started with a folder that holds `files`. */
interface Command {
  program: string;
  /** The one of `files` that it runs. */
  script: string;
  arguments: string[];
  environment: Record<string, string>;
  files: Record<string, string>;
}

/** Runs the code with its named arguments as global variables. */
const pythonLauncher = `import json, os, runpy
folder = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(folder, "arguments.json"), encoding="utf-8") as file:
    given = json.load(file)
runpy.run_path(os.path.join(folder, "script.py"), init_globals={"args": given, **given}, run_name="__main__")
`;

/** Returns the command that starts code of a language. @throws CodeFault invalid */
function commandFor(code: ProcessCode, python: string | undefined): Command {
  const command = code.language === 'python' ? pythonCommand(code, python) : shellCommand(code);
  for (const text of [...command.arguments, ...Object.values(command.environment)]) {
    if (text.includes('\0'))
      throw new CodeFault('invalid', 'Arguments and variables cannot hold a zero byte');
  }
  return command;
}

/** @param python the virtual environment */
function pythonCommand(code: ProcessCode, python: string | undefined): Command {
  const { positional, named } = splitArguments(code);
  const program = getPythonProgram(python);
  const variables = getEnvironment(code.environment);
  const environment: Record<string, string> = { PYTHONIOENCODING: 'utf-8', ...variables };
  if (python !== undefined) {
    // As if the environment were activated: programs of its packages are found.
    environment['VIRTUAL_ENV'] ??= python;
    if (code.environment['PATH'] === undefined)
      environment['PATH'] = [dirname(program), variables['PATH']].filter(Boolean).join(delimiter);
  }
  const files: Record<string, string> = { 'script.py': code.code };
  if (!named) return { program, script: 'script.py', arguments: positional, environment, files };
  // Scripts see exact numbers as text: `JSON.stringify` writes their digits so.
  files['arguments.json'] = JSON.stringify(named);
  files['launch.py'] = pythonLauncher;
  return { program, script: 'launch.py', arguments: [], environment, files };
}

/** Named arguments become environment variables of the shell. */
function shellCommand(code: ProcessCode): Command {
  const { positional, named = {} } = splitArguments(code);
  const texts = Object.entries(named).map(([name, value]) => [name, argumentText(value)]);
  return {
    program: 'sh',
    script: 'script.sh',
    arguments: positional,
    environment: getEnvironment({ ...code.environment, ...Object.fromEntries(texts) }),
    files: { 'script.sh': code.code },
  };
}

/** Adds `PATH`, the only variable that code gets from the environment of the service. */
function getEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
  for (const name of Object.keys(variables)) {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw new CodeFault('invalid', `\`${name}\` cannot be the name of an environment variable`);
    }
  }
  const path = (process.env['PATH'] ?? '').split(':').filter(isAbsolute).join(':');
  return { PATH: path, ...variables };
}

interface ProcessOptions {
  limits: CodeLimits;
  /** `Flows.Python`: the virtual environment for code in Python. */
  python: string | undefined;
}

/**
 * Runs code as a process in its folders, or else in a temporary folder that is removed, and kills all processes that the code
 * started.
 * @throws CodeFault timeout, limit, invalid; the reason of the signal
 */
export async function runProcess(
  code: ProcessCode,
  { limits, python }: ProcessOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const command = commandFor(code, python);
  const temporary = code.folders ? undefined : await mkdtemp(join(tmpdir(), 'svc-script-'));
  try {
    const { work, program } = code.folders ?? { work: temporary ?? '', program: temporary ?? '' };
    for (const [name, content] of Object.entries(command.files)) {
      await writeFile(join(program, name), content, { mode: 0o600 });
    }
    // Messages of the shell begin with this path.
    const script = join(relative(work, program), command.script);
    const options = { folder: work, program, stdin: code.stdin, limits, python, signal };
    return await execute(command, script, options);
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Execution extends ProcessOptions {
  folder: string;
  /** The folder of the script. */
  program: string;
  stdin: string;
  signal: AbortSignal;
}

async function execute(
  command: Command,
  script: string,
  { folder, program, stdin, limits, python, signal }: Execution,
): Promise<Outcome> {
  signal.throwIfAborted();
  const child = execa(command.program, [script, ...command.arguments], {
    cwd: folder,
    env: command.environment,
    extendEnv: false,
    input: stdin,
    // A process group of its own can be killed as a whole.
    detached: process.platform !== 'win32',
    maxBuffer: limits.output,
    stripFinalNewline: false,
    reject: false,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const kill = () => killGroup(child.pid, () => child.kill('SIGKILL'));
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    kill();
  }, limits.processTimeMs);
  signal.addEventListener('abort', kill, { once: true });
  // Background processes that the program started hold its output open.
  child.once('exit', kill);
  try {
    const result = await child;
    signal.throwIfAborted();
    const output = { stdout: result.stdout, stderr: withoutFolder(result.stderr, program, folder) };
    const fault = (kind: FaultKind, message: string) => new CodeFault(kind, message, output);
    if (expired) throw fault('timeout', `The process ran longer than ${limits.processTimeMs} ms`);
    if (result.isMaxBuffer)
      throw fault('limit', tooMuchOutput('The process', limits, 'a file of its folder that `files` names'));
    if (result.code === 'ENOENT' || result.code === 'EACCES') {
      if (python !== undefined && command.program === getPythonProgram(python))
        throw fault('invalid', describeMissingPython(python));
      throw fault('invalid', `\`${command.program}\` cannot be started on this machine`);
    }
    if (result.code === 'E2BIG') throw fault('limit', 'There is too much in arguments and environment');
    if (result.exitCode !== undefined) return { ...output, code: result.exitCode };
    if (result.signal) return { ...output, code: 128 + (constants.signals[result.signal] ?? 0) };
    throw result.cause ?? new Error('The process ended without an exit code', { cause: result });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

/** Shortens the paths of the script in messages: its folder is another one each time, and tells its author nothing. */
function withoutFolder(text: string, program: string, folder: string): string {
  const inner = relative(folder, program);
  const shortened = text.replaceAll(`${program}${sep}`, '');
  return inner === '' ? shortened : shortened.replaceAll(`${inner}${sep}script.`, 'script.');
}

function killGroup(pid: number | undefined, killAlone: () => unknown): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    killAlone();
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group has ended. EPERM: macOS reports it for a group of zombies.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
