import { type ChangePlan, getSummary, toCode, toMarkdown } from '../../rehearsal/index.js';

/** Left free for the hidden mark of the comment. */
const reserved = 200;

export interface CommentPlace {
  base: string;
  branch: string;
  revision: string;
  /** The address of the proposal or of the branch in the console; undefined where people cannot reach it. */
  link: string | undefined;
  /** The characters that a comment may have. */
  maxLength: number;
}

/** Writes a plan for readers of the forge, who may not see values. @param plan as `toPublicPlan` makes it */
export function toPlanComment(plan: ChangePlan, place: CommentPlace): string {
  return join(toMarkdown(plan).trimEnd(), [getOrigin(plan, place), getWay(place)], place);
}

/** Writes the plan of a pull request that is not a branch of the repository: counts alone. */
export function toForkComment(
  plan: ChangePlan,
  place: CommentPlace,
  { unread, isCut }: { unread: number; isCut: boolean },
): string {
  const { entities, affected, findings, destinations, schedules, rights, valid } = plan;
  const count = (change: string): number => entities.filter((entity) => entity.change === change).length;
  const of = (severity: string): number => findings.filter((each) => each.severity === severity).length;
  const lines = [
    `- entities: ${count('created')} added, ${count('updated')} changed, ${count('deleted')} removed`,
    `- entities that use them: ${affected.length}`,
    `- findings: ${of('error')} errors, ${findings.length - of('error')} warnings`,
    `- secrets that would go to new places: ${destinations.length}`,
    `- schedules that would change: ${schedules.length}; teams: ${rights.length}`,
    ...(valid ? [] : ['- the base would not be valid']),
    ...(unread > 0
      ? [`- not in these counts: ${unread} files that are links, or too many or too large`]
      : []),
    ...(isCut ? ['- not in these counts: there are more changed files than svc looks at'] : []),
  ];
  const title = `## What a merge into ${toCode(place.base)} would do`;
  return join([title, '', ...lines].join('\n'), [getOrigin(plan, place), forkNote], place);
}

/** Tells why there is no plan. */
export function toReasonComment(reason: string, place: CommentPlace): string {
  return join(
    `## What a merge into ${toCode(place.base)} would do\n\nThere is no plan: ${reason}`,
    [],
    place,
  );
}

/** One line for the status of the commit. */
export function getPlanDescription(plan: ChangePlan, isFork: boolean): string {
  if (!isFork) return getSummary(plan);
  const { entities, findings, valid } = plan;
  const validity = valid ? '' : '; the base would not be valid';
  return `Fork: ${entities.length} entities change; findings: ${findings.length}${validity}; no run was replayed.`;
}

const forkNote =
  'The branch is in a fork: no run was replayed, no flow test ran, and no secret, name or value was used. Push the commits to a branch of this repository for the whole plan, once someone has read them.';

function getOrigin({ baseRevision }: ChangePlan, { base, revision }: CommentPlace): string {
  return `The plan of ${toCode(revision.slice(0, 12))} against ${toCode(base)} at ${toCode(baseRevision.slice(0, 12))}.`;
}

function getWay({ base, branch, link }: CommentPlace): string {
  const command = toCode(`svc plan --base ${quoted(base)} --branch ${quoted(branch)}`);
  const page = link === undefined ? '' : `, or [sign in](${link})`;
  return `Values are not shown here: see them with ${command}${page}.`;
}

/** Quotes a name for a shell, where it needs that. */
function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}

/** Cuts lines of the text until all of it fits, and says so. */
function join(text: string, notes: readonly string[], { maxLength }: CommentPlace): string {
  const end = notes.length === 0 ? '' : `\n\n---\n\n${notes.join(' ')}`;
  const lines = text.split('\n');
  const max = maxLength - reserved - end.length;
  let shown = lines.length;
  let length = text.length;
  while (length > max && shown > 1) length -= (lines[--shown] ?? '').length + 1;
  const left = lines.slice(shown).filter((line) => line.startsWith('- ')).length;
  const cut = shown === lines.length ? '' : `\n\nThis comment is full: ${left} more lines are not shown.`;
  return withoutMentions(lines.slice(0, shown).join('\n') + cut + end);
}

/** Breaks what forges read as the name of a person or team, also in code, so that no one is notified. */
function withoutMentions(text: string): string {
  return text.replaceAll(/@(?=[\p{L}\p{N}_{])/gu, '@\u200b');
}
