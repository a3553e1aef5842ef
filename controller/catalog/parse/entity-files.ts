import type { NonFile } from '../../git/trees/contract.js';
import {
  isEntityFolder,
  isEntityFile as isNamedAsEntity,
  isTextFile,
  pathFault,
} from '../../git/trees/names.js';
import { type Analysis, createSkippedAnalysis, unreadable } from './analysis.js';
import { noEntity } from './identify.js';
import { findAutomation, isMeantForSvc, toolOfName } from './other-tools.js';

/** Matches nearly all paths, so that their folders need no further check. */
const ordinary = /^(?:(?!node_modules\/)[\w-][\w.-]*\/)*[^/]*$/;

/** A function in a catalog of the flow language, a JSON Schema, the description of an API or a preset, which entities name: a text. */
const namedFile =
  /(?:^|\/)functions\/[^/]+\/[^/]+\/function\.yaml$|[^/]\.(?:schema|openapi|asyncapi|swagger|preset)\.(?:json|ya?ml)$/;
/** Matches all names of such files, and few others. */
const namedName = /^function\.yaml$|\.(?:schema|openapi|asyncapi|swagger|preset)\./;

/** True for a path that may hold an entity; a caller's path may begin with `./` or `../`. */
export function isEntityFile(path: string): boolean {
  const name = getName(path);
  if (namedName.test(name) && namedFile.test(path)) return false;
  return isNamedAsEntity(name, path === name) && isInEntityFolders(path, name);
}

/** True for a path that may hold a text that entities name. */
export function isAttachable(path: string): boolean {
  const name = getName(path);
  return (isTextFile(name) || namedFile.test(path)) && isInEntityFolders(path, name);
}

export function isJsonFile(path: string): boolean {
  return path.toLowerCase().endsWith('.json');
}

function getName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isInEntityFolders(path: string, name: string): boolean {
  if (path === name || ordinary.test(path)) return true;
  const folders = path.slice(0, -name.length - 1).split('/');
  return folders.every((part) => part === '' || part === '.' || part === '..' || isEntityFolder(part));
}

/** Returns the analysis of a file at its path: a file without an entity may belong to another tool by its name. */
export function analysisAt(path: string, analysis: Analysis): Analysis {
  const automation = findAutomation(path, analysis.tool);
  if (automation !== undefined) return createWorkflowAnalysis(automation, analysis.text);
  if (analysis.identity || analysis.tool !== undefined || analysis.findings.length === 0) return analysis;
  const tool = toolOfName(path);
  return tool === undefined || isMeantForSvc(analysis.text)
    ? analysis
    : createSkippedAnalysis(analysis.text, tool);
}

/** The analysis of a workflow of another tool among the flows: nothing would run it, so it is not passed over in silence. */
function createWorkflowAnalysis(tool: string, text: string): Analysis {
  const finding = noEntity(`this file defines no entity: it is a workflow of ${tool}`, 'warning', tool);
  return { ...unreadable(text, [{ ...finding, ...start }]), valid: true };
}

/** Matches nearly all paths, so that they need no further check. */
const ORDINARY = /^[\w./ -]{1,200}$/;

const start = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** The analysis of a file with an unusable name, which is not read; undefined for a usable name. */
function nameFault(path: string): Analysis | undefined {
  if (ORDINARY.test(path)) return undefined;
  const fault = path.includes('\\')
    ? 'it is not UTF-8, or holds a backslash or control characters (shown as Git shows them)'
    : pathFault(path);
  return fault === undefined ? undefined : refused(`the name of this file will not do: ${fault}`);
}

/** The analysis of an entry that is not read: a file with an unusable name, a link, a submodule; otherwise undefined. */
export function fileFault(path: string, nonFile: NonFile | undefined): Analysis | undefined {
  return nonFile ? nonFileAnalyses[nonFile] : nameFault(path);
}

/** Warnings only: links and submodules keep no entity out of service. */
const nonFileAnalyses: Readonly<Record<NonFile, Analysis>> = {
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
