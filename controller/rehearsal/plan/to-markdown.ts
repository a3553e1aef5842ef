import type { Difference } from '../replay/differences.js';
import type { ChangePlan, PlannedReplay, PlannedTest } from './contract.js';
import { toCode, toInline } from './markdown-text.js';

/** Lines of one section. */
const maxLines = 30;
/** Places of one difference. */
const maxPlaces = 5;

/**
 * Writes a plan as Markdown, with counts, names and places, and without values. Names and messages come from files that anyone may have
 * written: none of them is read as Markdown or HTML.
 */
export function toMarkdown(plan: ChangePlan): string {
  const changes = { created: 'added', updated: 'changed', deleted: 'removed' } as const;
  const sections = [
    `## What a merge into ${toCode(plan.base)} would do\n\n${getSummary(plan)}`,
    section(
      'Entities',
      plan.entities.map(
        ({ type, name, change, paths }) =>
          `${changes[change]} ${type} ${toCode(name)}${paths.length > 0 ? `: ${listPlaces(paths)}` : ''}`,
      ),
    ),
    section(
      'Used by',
      plan.affected.map(
        ({ type, name, isDirect }) => `${type} ${toCode(name)}${isDirect ? '' : ', indirectly'}`,
      ),
    ),
    section('Runs of the past that would have ended otherwise', plan.replays.flatMap(getReplayLines)),
    section('Flow tests that do not pass: `svc test <name>` shows why', plan.tests.flatMap(getTestLines)),
    section(
      'Findings',
      plan.findings.map(
        ({ severity, file, line, message }) =>
          `${severity} ${toCode(`${file}:${line}`)}: ${toInline(message)}`,
      ),
    ),
    section(
      'What could not run',
      plan.notRunnable.map(
        ({ type, name, missing }) =>
          `${type} ${toCode(name)}: ${missing.map(({ message }) => toInline(message)).join('; ')}`,
      ),
    ),
    section(
      'Secrets that would go to new places',
      plan.destinations.map(
        ({ type, name, secret, destination }) =>
          `${toCode(secret)} of ${type} ${toCode(name)} to ${toCode(destination)}`,
      ),
    ),
    section(
      'Schedules',
      plan.schedules.map(
        ({ type, name, before, after }) =>
          `${type} ${toCode(name)}: next ${after.join(', ') || 'never'} instead of ${before.join(', ') || 'never'}`,
      ),
    ),
    section(
      'Rights',
      plan.rights.map(
        ({ name, change, paths }) =>
          `${changes[change]} team ${toCode(name)}${paths.length > 0 ? `: ${listPlaces(paths)}` : ''}`,
      ),
    ),
    section(
      'Runs in progress',
      plan.inProgress.map(
        ({ flow, runs, isMore, openHumanTasks }) =>
          `${isMore ? 'more than ' : ''}${runs} of ${toCode(flow)} end with the version that they began with; open human tasks: ${openHumanTasks}`,
      ),
    ),
    section('Not in this plan', plan.missing.map(toInline)),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** A plan in one sentence, without values. */
export function getSummary({ entities, replays, tests, findings, valid, notRunnable }: ChangePlan): string {
  const count = (result: PlannedReplay['result']): number =>
    replays.filter((replay) => replay.result === result).length;
  const compared = count('same') + count('different');
  const open = replays.length - compared;
  const parts = [
    `${entities.length} ${entities.length === 1 ? 'entity changes' : 'entities change'}`,
    replays.length === 0
      ? 'no run was replayed'
      : `${count('different')} of ${compared} replayed runs would have ended otherwise${open > 0 ? `, ${open} cannot be compared` : ''}`,
    ...(tests.length > 0
      ? [`${tests.filter(({ result }) => result === 'passed').length} of ${tests.length} flow tests pass`]
      : []),
    ...(findings.length > 0 ? [`${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`] : []),
    ...(notRunnable.length > 0 ? [`${notRunnable.length} could not run`] : []),
    ...(valid ? [] : ['the base would not be valid']),
  ];
  return `${parts.join('; ')}.`;
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > maxLines ? [`- and ${lines.length - maxLines} more`] : [];
  return [`### ${title}`, '', ...lines.slice(0, maxLines).map((line) => `- ${line}`), ...more].join('\n');
}

function getReplayLines(replay: PlannedReplay): string[] {
  if (replay.result === 'same') return [];
  const head = `${toCode(replay.flow)} ${toCode(replay.run)}`;
  if (replay.result === 'not-replayable') return [`${head}: ${toInline(replay.reason)}`];
  const at = replay.partsAt ? ` at ${toCode(replay.partsAt.task)}` : '';
  const what = replay.differences.map(getDifferenceText).slice(0, maxPlaces).join('; ');
  return [`${head}: ${replay.result}${at}: ${what || replay.notes.map(toInline).join('; ')}`];
}

function getTestLines({ name, file, line, result, failures }: PlannedTest): string[] {
  if (result === 'passed') return [];
  const what =
    result === 'invalid'
      ? 'it is not valid'
      : failures
          .slice(0, maxPlaces)
          .map(({ kind, pointer }) => `${kind} (${toCode(pointer)})`)
          .join(', ');
  return [`${toCode(name)} (${toCode(`${file}:${failures[0]?.line ?? line}`)}): ${what}`];
}

function getDifferenceText({ kind, call, fields, isAssumed }: Difference): string {
  const places = listPlaces(fields.map(({ path }) => path || '/'));
  return `${kind}${call === null ? '' : ` ${toCode(call)}`}${places === '' ? '' : ` (${places})`}${isAssumed ? ', assumed' : ''}`;
}

function listPlaces(paths: readonly string[]): string {
  const listed = paths.slice(0, maxPlaces).map(toCode).join(', ');
  return paths.length > maxPlaces ? `${listed} and ${paths.length - maxPlaces} more` : listed;
}
