import { execa } from 'execa';
import type { Machine } from './contract/machine.js';

/** The exit code of shells for a program that does not exist. */
const notFound = 127;

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  const run: Machine['run'] = async ([program = '', ...args]) => {
    const ended = await execa(program, args, { reject: false, stdin: 'ignore' });
    const { exitCode = notFound, stdout, stderr, shortMessage } = ended;
    return { exitCode, stdout, stderr: ended.code === 'ENOENT' ? (shortMessage ?? '') : stderr };
  };
  return {
    platform: process.platform,
    root: '',
    run,
    async isAdministrator() {
      if (process.platform !== 'win32') return process.getuid?.() === 0;
      // Answers administrators only.
      return (await run(['net.exe', 'session'])).exitCode === 0;
    },
    async follow([program = '', ...args], write, signal) {
      const child = execa(program, args, {
        reject: false,
        cancelSignal: signal,
        stdin: 'ignore',
        buffer: false,
        all: true,
      });
      child.all?.setEncoding('utf8').on('data', write);
      return (await child).exitCode ?? (signal.aborted ? 0 : notFound);
    },
  };
}
