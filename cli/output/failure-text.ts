import type { FlowErrorBody } from '../../controller/flows/index.js';
import type { HintBody, ProblemBody } from '../../controller/problems/index.js';
import { type Failure, ProblemFailure } from '../contract/failure.js';
import { forTerminal } from './hints.js';
import type { Palette } from './terminal/palette.js';
import { printable } from './terminal/printable.js';

/** Returns the text of a failed command: `code: detail`, one line per detailed error, and the hints as a terminal has them. */
export function failureText(failure: Failure, palette: Palette): string {
  const problem = failure instanceof ProblemFailure ? failure.problem : undefined;
  const lines = [`${palette.red(problem?.code ?? 'error')}: ${printable(failure.message)}`];
  for (const error of problem?.errors ?? []) lines.push(`  ${getPlace(error)}${printable(error.message)}`);
  lines.push(...hintLines(failure.hints, palette));
  return `${lines.join('\n')}\n`;
}

function hintLines(hints: readonly (string | HintBody)[], palette: Palette): string[] {
  return hints.map((hint) => `${palette.dim('hint:')} ${printable(forTerminal(hint))}`);
}

/** Returns the text of the error that ended a run. @param hints what to do next, besides what the error says */
export function flowErrorText(error: FlowErrorBody, palette: Palette, hints: readonly string[] = []): string {
  const kind = error.type.slice(error.type.lastIndexOf('/') + 1);
  const detail = forTerminal(error.detail ?? error.title ?? error.type);
  const lines = [`${palette.red(kind)} ${error.status}: ${printable(detail)}`];
  if (error.instance) lines.push(`  raised by ${printable(error.instance)}`);
  lines.push(...hintLines(hints, palette));
  return `${lines.join('\n')}\n`;
}

function getPlace(error: NonNullable<ProblemBody['errors']>[number]): string {
  if (error.file !== undefined) return `${printable(error.file)}:${error.line ?? 1}:${error.column ?? 1}  `;
  return error.pointer ? `${printable(error.pointer)}  ` : '';
}
