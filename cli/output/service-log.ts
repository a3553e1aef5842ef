import { serviceLogLevels } from '../../controller/observability/index.js';
import type { Io } from '../contract/io.js';
import { paletteFor } from './terminal/palette.js';
import { printable } from './terminal/printable.js';

const hiddenFields = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

interface LogRecord {
  [field: string]: unknown;
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

/** Writes the service log to standard error: as JSON lines, or on a terminal as readable lines. */
export function serviceLogStream(io: Io): { write(line: string): void } {
  if (!io.stderr.isTTY) return { write: (line) => void io.stderr.write(line) };
  const palette = paletteFor(io.stderr, io.env);
  return {
    write(line) {
      const record = JSON.parse(line) as LogRecord;
      const { level, time, msg = '', err } = record;
      const paint = level >= 50 ? palette.red : level >= 40 ? palette.yellow : palette.dim;
      const fields = Object.entries(record)
        .filter(([key]) => !hiddenFields.has(key))
        .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const words = [
        palette.dim(new Date(time).toISOString().slice(11, 19)),
        paint((serviceLogLevels[level / 10 - 1] ?? String(level)).padEnd(5)),
        printable(msg),
        ...(fields.length === 0 ? [] : [palette.dim(printable(fields.join(' ')))]),
      ];
      io.stderr.write(`${words.join(' ')}\n`);
      if (err) io.stderr.write(`${printable(err.stack ?? err.message ?? 'no details')}\n`);
    },
  };
}
