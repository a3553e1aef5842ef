import type { Finding } from '../../controller/catalog/index.js';
import type { HintBody } from '../../controller/problems/index.js';
import { forTerminal } from './hints.js';

/** The answer to `GET /cicd/sync`, as far as it is shown. */
export interface BranchStatus {
  conditions: readonly { type: string; status: string; reason: string; message: string }[];
  observedRevision: string | null;
  appliedRevision: string | null;
  counts: { files: number; entities: number; invalid: number };
  problems: readonly Finding[];
  lastError: string | null;
}

/** The answer to `GET /diagnostics`, as far as it is shown. */
export interface Diagnostics {
  status: 'ok' | 'warn' | 'fail';
  version: string;
  checks: readonly {
    name: string;
    status: 'ok' | 'warn' | 'fail';
    detail: string;
    hint?: string;
    hintCall?: Omit<HintBody, 'text'>;
  }[];
}

/** The state of a server as one caller sees it. */
export interface ServerStatus {
  server: string;
  /** False for an installation whose service does not run: the command started it for itself. */
  isRunning: boolean;
  principal: { id: string; role: string; expiresAt: string | null };
  branch: string;
  sync: BranchStatus;
  /** Numbers of unfinished runs by their state. */
  runs: Readonly<Record<string, number>>;
  /** Null for callers who may not read it. */
  diagnostics: Diagnostics | null;
}

/** The most findings that are shown. */
const maxFindings = 10;

/** Returns true when all of the newest commit is in service and no check of the installation fails. */
export function isHealthy({ sync, diagnostics }: ServerStatus): boolean {
  return isReady(sync) && diagnostics?.status !== 'fail';
}

export function statusText(status: ServerStatus): string {
  const { principal, sync, diagnostics } = status;
  const expires = principal.expiresAt === null ? '' : `, until ${principal.expiresAt}`;
  return [
    `server: ${status.server}${diagnostics === null ? '' : ` (svc ${diagnostics.version})`}`,
    ...(status.isRunning
      ? []
      : ['service: not running; `svc serve` starts it. This command looked for itself']),
    `caller: ${principal.id}, ${principal.role}${expires}`,
    ...branchLines(status.branch, sync),
    `runs: ${runsText(status.runs)}`,
    ...checkLines(diagnostics),
  ].join('\n');
}

function branchLines(branch: string, sync: BranchStatus): string[] {
  const { counts, problems, lastError } = sync;
  const shown = ['Ready', 'Runnable'];
  const others = sync.conditions.filter(({ type, status }) => !shown.includes(type) && status === 'True');
  const runnable = sync.conditions.find(({ type }) => type === 'Runnable');
  const behind =
    sync.observedRevision === sync.appliedRevision ? '' : `; newest ${shortRevision(sync.observedRevision)}`;
  return [
    `branch: ${branch}@${shortRevision(sync.appliedRevision)}${behind}`,
    `ready: ${readyText(sync)}`,
    ...(runnable
      ? [`runnable: ${runnable.status === 'True' ? 'yes' : `no, ${oneLine(runnable.message)}`}`]
      : []),
    ...others.map(({ type, reason, message }) => `${type.toLowerCase()}: ${reason}: ${oneLine(message)}`),
    `entities: ${counts.entities}, ${counts.invalid} invalid`,
    ...(lastError === null ? [] : [`last error: ${oneLine(lastError)}`]),
    ...problems.slice(0, maxFindings).map(findingLine),
    ...(problems.length > maxFindings ? [`  … ${problems.length - maxFindings} more findings`] : []),
  ];
}

function readyText(sync: BranchStatus): string {
  if (isReady(sync)) return 'yes';
  const ready = findReady(sync);
  if (ready === undefined) return 'not yet';
  return `${ready.status === 'True' ? 'in part' : 'no'}, ${ready.reason}: ${oneLine(ready.message)}`;
}

/** A branch whose `Ready` is true may still have entities that stay at an older version, or have none. */
function isReady(sync: BranchStatus): boolean {
  return findReady(sync)?.status === 'True' && sync.counts.invalid === 0;
}

function findReady({ conditions }: BranchStatus) {
  return conditions.find(({ type }) => type === 'Ready');
}

function findingLine({ severity, file, line, column, message }: Finding): string {
  return `  ${severity}: ${file}:${line}:${column}  ${oneLine(message)}`;
}

function runsText(runs: ServerStatus['runs']): string {
  const counted = Object.entries(runs).filter(([, count]) => count > 0);
  return counted.length === 0
    ? 'none unfinished'
    : counted.map(([name, count]) => `${count} ${name}`).join(', ');
}

/** The checks that found something, or that all is well. */
function checkLines(diagnostics: Diagnostics | null): string[] {
  if (diagnostics === null) return [];
  const checks = diagnostics.checks.filter(({ status }) => status !== 'ok');
  const lines = checks.map(({ name, status, detail, hint, hintCall }) => {
    const help = hint === undefined ? '' : ` (${oneLine(forTerminal({ text: hint, ...hintCall }))})`;
    return `  ${status}: ${name}  ${oneLine(detail)}${help}`;
  });
  return [
    `checks: ${diagnostics.checks.length - checks.length} of ${diagnostics.checks.length} ok`,
    ...lines,
  ];
}

function shortRevision(revision: string | null): string {
  return revision === null ? 'none' : revision.slice(0, 8);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
