import { type StandIn, standInOf } from '../repository/stand-in.js';
import { pathFault } from '../repository/writes/path-name.js';
import { type Analysis, unreadable } from './analysis.js';

/** Nearly all paths: nothing in them could be wrong. */
const ORDINARY = /^[\w./ -]{1,200}$/;

const start = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** What is said of a file that is not read because of its name; undefined when its name will do. */
export function nameFault(path: string): Analysis | undefined {
  if (ORDINARY.test(path)) return undefined;
  const fault = path.includes('\\')
    ? 'it is not UTF-8, or holds a backslash or control characters (shown as Git shows them)'
    : pathFault(path);
  return fault === undefined ? undefined : refused(`the name of this file will not do: ${fault}`);
}

/** What is said of a file that is not read, because of its name or because it is none; undefined when it is to be read. */
export function fileFault(path: string, blobId: string): Analysis | undefined {
  const standIn = standInOf(blobId);
  return standIn ? standInAnalyses[standIn] : nameFault(path);
}

/** Nothing is wrong with what else there is: these hold back nothing. */
const standInAnalyses: Readonly<Record<StandIn, Analysis>> = {
  link: notAFile(
    'this is a symbolic link: what it leads to does not count here',
    'Put the file itself here in place of the link.',
  ),
  submodule: notAFile(
    'this is a submodule: its files are in another repository, and do not count',
    'Add the files themselves, or keep submodules in a folder whose name begins with a dot.',
  ),
};

function notAFile(message: string, hint: string): Analysis {
  const finding = { rule: 'file-elsewhere', severity: 'warning' as const, pointer: '', message, hint };
  return { ...unreadable('', [{ ...finding, ...start }]), valid: true };
}

function refused(message: string): Analysis {
  const hint = 'Rename the file: letters, digits, `-`, `_` and dots do everywhere.';
  return unreadable('', [{ rule: 'file-name', severity: 'error', pointer: '', message, hint, ...start }]);
}
