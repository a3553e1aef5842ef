import type { LogEntry } from '../../controller/runs/contract.js';
import type { Palette } from './palette.js';
import { printable } from './printable.js';

/** One entry of a run's log on one line: time, level, task, message, data. */
export function logText(entry: LogEntry, palette: Palette): string {
  const time = palette.dim(entry.at.slice(11, 23));
  const level = levelText(entry.level, palette);
  const task = entry.reference === null ? '' : `${palette.cyan(printable(lastName(entry.reference)))}  `;
  const data = entry.data === null ? '' : `  ${palette.dim(printable(JSON.stringify(entry.data)))}`;
  return `${time} ${level} ${task}${printable(entry.message)}${data}\n`;
}

function levelText(level: LogEntry['level'], palette: Palette): string {
  const word = level.padEnd(5);
  if (level === 'error') return palette.red(word);
  if (level === 'warn') return palette.yellow(word);
  return level === 'debug' ? palette.dim(word) : word;
}

function lastName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
