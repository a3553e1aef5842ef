import { shellWord } from '../../api/operations/flows/example-calls.js';
import type { Plan, Step } from './contract/plan.js';

/** Returns a plan as text: each file with its content, each command as a line for a shell. */
export function planText({ steps }: Plan): string {
  if (steps.length === 0) return 'Nothing to do.\n';
  return steps.map(stepText).join('\n');
}

function stepText(step: Step): string {
  if (step.do === 'run') return `run: ${toLine(step)}\n`;
  if (step.do === 'remove') return `remove: ${step.path}\n`;
  if (step.do === 'folder') {
    const owner = step.owner === undefined ? '' : `, owned by ${step.owner}`;
    return `make the folder: ${step.path} (mode ${modeText(step.mode)}${owner})\n`;
  }
  const { path, content, mode = 0o644 } = step.file;
  const copy = step.backup === undefined ? '' : `, with a copy of the present file in ${step.backup}`;
  const shown = step.isSecret ? '(a new secret)\n' : content;
  const indented = shown.replace(/\n$/, '').replaceAll(/^(?=.)/gm, '    ');
  return `write: ${path} (mode ${modeText(mode)}${copy})\n${indented}\n`;
}

/** Returns a plan for programs. Secrets are left out. */
export function planJson({ steps, notes }: Plan) {
  return { steps: steps.map(stepJson), notes };
}

function stepJson(step: Step) {
  if (step.do === 'run') return { do: step.do, command: step.command };
  if (step.do === 'remove') return step;
  if (step.do === 'folder') return { ...step, mode: modeText(step.mode) };
  const { path, content, mode = 0o644 } = step.file;
  const { backup } = step;
  return {
    do: step.do,
    path,
    mode: modeText(mode),
    ...(step.isSecret ? {} : { content }),
    ...(backup === undefined ? {} : { backup }),
  };
}

/** Returns a step in a few words, for the progress of a command. */
export function progressText(step: Step): string {
  if (step.do === 'run') return `ran ${toLine(step)}`;
  if (step.do === 'write') return `wrote ${step.file.path}`;
  return step.do === 'remove' ? `removed ${step.path}` : `made ${step.path}`;
}

function toLine({ command }: { command: readonly string[] }): string {
  return command.map(shellWord).join(' ');
}

function modeText(mode: number): string {
  return `0${mode.toString(8)}`;
}
