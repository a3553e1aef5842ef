import type { LogEntry } from '../../controller/runs/contract.js';
import type { Palette } from './terminal/palette.js';
import { printable } from './terminal/printable.js';

/** Fields that repeat the message or the name of the task. */
const redundant = new Set(['event', 'name', 'task', 'key', 'status']);

/** Returns an entry of a run's log as one line: time, level, task, message, data. */
export function logText(entry: LogEntry, palette: Palette): string {
  const time = palette.dim(entry.at.slice(11, 23));
  const level = levelText(entry.level, palette);
  const name = entry.reference?.split('/').at(-1) ?? '';
  const task = name === '' || entry.message.startsWith(name) ? '' : `${palette.cyan(printable(name))}  `;
  return `${time} ${level} ${task}${printable(entry.message)}${dataText(entry, palette)}\n`;
}

function dataText({ data }: LogEntry, palette: Palette): string {
  const isLifecycle = data !== null && ('event' in data || 'status' in data);
  const fields = Object.entries(data ?? {}).filter(
    ([key, value]) => !isLifecycle || !(redundant.has(key) || (key === 'attempt' && value === 1)),
  );
  if (fields.length === 0) return '';
  return `  ${palette.dim(printable(JSON.stringify(Object.fromEntries(fields))))}`;
}

function levelText(level: LogEntry['level'], palette: Palette): string {
  const word = level.padEnd(5);
  if (level === 'error') return palette.red(word);
  if (level === 'warn') return palette.yellow(word);
  return level === 'debug' ? palette.dim(word) : word;
}
