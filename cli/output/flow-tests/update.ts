import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { shortened } from '../../../schemas/shortened.js';
import type { FolderUpdate } from '../../client/local/folder-tests.js';
import type { Palette } from '../terminal/palette.js';
import { printable } from '../terminal/printable.js';

/** Characters of one value. */
const maxShown = 500;

/** Returns what would change in the file of a test, each value before and after, and what stays because no value can say it. */
export function getUpdateText({ name, file, changes, left }: FolderUpdate, palette: Palette): string {
  const lines = [`${palette.bold(printable(name))}  ${palette.dim(printable(file))}`];
  for (const { pointer, op, from, to } of changes) {
    lines.push(`  ${printable(pointer)}`);
    if (op !== 'add') lines.push(`    before  ${from === undefined ? '' : palette.red(show(from))}`);
    lines.push(`    after   ${op === 'remove' ? 'nothing' : palette.green(show(to ?? null))}`);
  }
  for (const { pointer, message, reason } of left) {
    lines.push(`  ${palette.yellow('stays:')} ${printable(pointer)}  ${printable(message)}`);
    lines.push(palette.dim(`    ${printable(reason)}`));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function show(value: Json): string {
  return printable(shortened(toJsonText(value), maxShown));
}
