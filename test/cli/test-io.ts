import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { commands as all } from '../../cli/commands/index.js';
import type { Command } from '../../cli/contract/command.js';
import type { Io } from '../../cli/contract/io.js';
import { runCommandLine } from '../../cli/program.js';
import { removeFolder } from '../remove-folder.js';

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Makes a folder that is removed after the test. */
export function temporaryFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cli-'));
  onTestFinished(() => removeFolder(folder));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

interface Surroundings {
  env?: Record<string, string>;
  stdin?: string;
  /** The width of the terminal that standard output is; without it no stream is a terminal. */
  columns?: number;
  /** True where a person sits at the terminal, whose answers are `stdin`. */
  isAnswered?: boolean;
  /** Receives all that the command has printed so far, after each write to standard output. */
  onWrite?: (stdout: string) => void;
  /** Interrupts the command, as Ctrl+C does. */
  interrupt?: AbortSignal;
  /** The commands of the program; all of svc by default. */
  commands?: readonly Command[];
}

/** Runs a command line in this process. */
export async function svc(
  cwd: string,
  argv: readonly string[],
  {
    env = {},
    stdin = '',
    columns,
    isAnswered = false,
    onWrite,
    interrupt,
    commands = all,
  }: Surroundings = {},
): Promise<Outcome> {
  const outcome: Outcome = { exitCode: -1, stdout: '', stderr: '' };
  const io: Io = {
    stdout: {
      write(text) {
        outcome.stdout += text;
        onWrite?.(outcome.stdout);
      },
      ...(columns === undefined ? {} : { isTTY: true, columns, rows: 24 }),
    },
    stderr: { write: (text) => (outcome.stderr += text), ...(isAnswered ? { isTTY: true } : {}) },
    stdin: Object.assign(Readable.from([stdin]), isAnswered ? { isTTY: true } : {}),
    env: { XDG_CONFIG_HOME: join(cwd, '.config-home'), ...env },
    cwd,
    onInterrupt(listener) {
      interrupt?.addEventListener('abort', listener);
      return () => interrupt?.removeEventListener('abort', listener);
    },
  };
  outcome.exitCode = await runCommandLine(commands, argv, io);
  return outcome;
}

export function flowText(name: string, tasks: string, more = ''): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}do:\n${tasks}`;
}

export const greet = flowText(
  'greet',
  `  - greet:
      set: { message: '\${ "Hello, " + .name }', times: '\${ .times }' }
`,
  `input:
  schema:
    document:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name: { type: string }
        times: { type: integer }
`,
);

export const failing = flowText(
  'failing',
  `  - refuse:
      raise: { error: { type: https://example.com/errors/refused, title: Refused, status: 418, detail: not today } }
`,
);
