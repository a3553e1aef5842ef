import { pathFault } from '../repository/writes/path-name.js';
import { type Analysis, unreadable } from './analysis.js';

/** Nearly all paths: nothing in them could be wrong. */
const ORDINARY = /^[\w./ -]{1,200}$/;

/** What is said of a file that is not read because of its name; undefined when its name will do. */
export function nameFault(path: string): Analysis | undefined {
  if (ORDINARY.test(path)) return undefined;
  const fault = path.includes('\\')
    ? 'it is not UTF-8, or holds a backslash or control characters (shown as Git shows them)'
    : pathFault(path);
  return fault === undefined ? undefined : refused(`the name of this file will not do: ${fault}`);
}

function refused(message: string): Analysis {
  const hint = 'Rename the file: letters, digits, `-`, `_` and dots do everywhere.';
  const start = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return unreadable('', [{ rule: 'file-name', severity: 'error', pointer: '', message, hint, ...start }]);
}
