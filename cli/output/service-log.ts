import type { Io } from '../command.js';
import { paletteFor } from './palette.js';
import { printable } from './printable.js';

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
const unshown = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** Where the service's log goes: JSON lines to standard error, on a terminal one readable line each. */
export function serviceLogStream(io: Io): { write(line: string): void } {
  if (!io.stderr.isTTY) return { write: (line) => void io.stderr.write(line) };
  const palette = paletteFor(io.stderr, io.env);
  return {
    write(line) {
      const entry = JSON.parse(line) as Record<string, unknown> & {
        level: number;
        time: number;
        msg?: string;
      };
      const level = levels[entry.level] ?? String(entry.level);
      const paint = entry.level >= 50 ? palette.red : entry.level >= 40 ? palette.yellow : palette.dim;
      const fields = Object.entries(entry)
        .filter(([key]) => !unshown.has(key))
        .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const error = entry['err'] as { message?: string; stack?: string } | undefined;
      const time = new Date(entry.time).toISOString().slice(11, 19);
      const words = [
        palette.dim(time),
        paint(level.padEnd(5)),
        entry.msg ?? '',
        palette.dim(fields.join(' ')),
      ];
      io.stderr.write(`${printable(words.join(' ').trimEnd())}\n`);
      if (error) io.stderr.write(`${printable(error.stack ?? error.message ?? 'no more is known')}\n`);
    },
  };
}
