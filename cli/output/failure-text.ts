import type { FlowErrorBody } from '../../controller/flows/index.js';
import type { ProblemBody } from '../../controller/problems/index.js';
import { type Failure, ProblemFailure } from '../contract/failure.js';
import type { Palette } from './palette.js';
import { printable } from './printable.js';

/** Returns the text of a failed command: `code: detail`, one line per detailed error, and the hints. */
export function failureText(failure: Failure, palette: Palette): string {
  const problem = failure instanceof ProblemFailure ? failure.problem : undefined;
  const lines = [`${palette.red(problem?.code ?? 'error')}: ${printable(failure.message)}`];
  for (const error of problem?.errors ?? []) lines.push(`  ${placeOf(error)}${printable(error.message)}`);
  for (const hint of failure.hints) lines.push(`${palette.dim('hint:')} ${printable(hint)}`);
  return `${lines.join('\n')}\n`;
}

/** Returns the text of the error that ended a run. */
export function flowErrorText(error: FlowErrorBody, palette: Palette): string {
  const kind = error.type.slice(error.type.lastIndexOf('/') + 1);
  const lines = [
    `${palette.red(kind)} ${error.status}: ${printable(error.detail ?? error.title ?? error.type)}`,
  ];
  if (error.instance) lines.push(`  raised by ${printable(error.instance)}`);
  return `${lines.join('\n')}\n`;
}

function placeOf(error: NonNullable<ProblemBody['errors']>[number]): string {
  if (error.file !== undefined) return `${printable(error.file)}:${error.line ?? 1}:${error.column ?? 1}  `;
  return error.pointer ? `${printable(error.pointer)}  ` : '';
}
