import type { Team } from '../../schemas/index.js';
import { FilePlaces, type Finding, findRule, type Snapshot } from '../catalog/index.js';
import { isTurnOver, nextTurn } from '../concurrency/loop-turn.js';
import type { FlowPlan } from '../flows/index.js';
import type { Check } from '../observability/index.js';
import { toHintText } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { HumanTaskService } from '../runs/contract.js';
import {
  type AnswerFault,
  answerFault,
  getPrincipals,
  type Identity,
  linkFault,
  type People,
  type Target,
} from '../security/identity/index.js';
import type { Base } from './base.js';

const rule = 'assignee-cannot-answer';
/** Flows and tasks that a check or a line of the log names. */
const maxNamed = 3;
/** Open tasks that a check looks at. */
const maxTasks = 200;

interface FlowOfTask {
  branch: string;
  flow: string;
}

/** The people whom flows ask, as far as the files name them: users are in the database, so that no file can check them. */
export class Assignees {
  #teams: (() => People['teams']) | undefined;
  #production: string | undefined;

  constructor(
    private readonly settings: Pick<Base['settings'], 'Auth'>,
    private readonly identity: Pick<Identity, 'users' | 'apiKeys'>,
  ) {}

  /** Knows the teams of production from now on. */
  follow(reconciler: Pick<Reconciler, 'peek'>, production: string): void {
    this.#production = production;
    this.#teams = () => getTeams(reconciler.peek(production));
  }

  /** Returns the principals of the assignees of a task, at the moment. */
  getPrincipals(assignees: readonly string[], of: FlowOfTask): string[] {
    return getPrincipals(assignees, this.#people(), flowTarget(of));
  }

  /** Returns why a principal cannot complete the tasks of a flow; undefined when it can. */
  answerFault(principal: string, of: FlowOfTask): string | undefined {
    return answerFault(principal, this.#people(), flowTarget(of))?.reason;
  }

  /** Returns why the link to a task of a flow is of no use to a principal; undefined when it is, or while that is not known. */
  linkFault(principal: string, of: FlowOfTask): string | undefined {
    if (!this.#teams) return undefined;
    return linkFault(principal, this.#people(), flowTarget(of))?.reason;
  }

  /** Returns findings about assignees that cannot answer. Takes turns: a branch may have many flows. */
  async findings(snapshot: Snapshot): Promise<Finding[]> {
    const people = this.#people(snapshot);
    const places = new FilePlaces();
    const start = { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const findings: Finding[] = [];
    for (const flow of snapshot.list('flow')) {
      if (isTurnOver()) await nextTurn();
      const { path, text, name } = flow;
      // Plans are built on access, so most flows are not asked.
      if (!text.includes('human-task@default')) continue;
      const assignees = (flow.compiled as FlowPlan | undefined)?.askedAssignees ?? [];
      for (const { assignee, pointer } of assignees) {
        const fault = findFault(assignee, people, { branch: snapshot.branch, flow: name });
        if (fault === undefined) continue;
        const place = places.of({ path, analysis: { text } }, { pointer }) ?? start;
        const message = `\`${assignee}\` cannot answer: ${fault.reason}`;
        const hint = toHintText(fault.hint);
        const severity = findRule(rule)?.severity ?? 'warning';
        findings.push({ rule, severity, file: path, pointer, message, hint, ...place });
      }
    }
    return findings;
  }

  /** Returns why no person can complete a task with these assignees; undefined when one can. */
  unanswerable(assignees: readonly string[], of: FlowOfTask): string | undefined {
    const people = this.#people();
    const faults = assignees.map((each) => findFault(each, people, of)?.reason);
    return faults.includes(undefined) ? undefined : [...new Set(faults)].slice(0, maxNamed).join('; ');
  }

  /**
   * Returns why no principal of an assignee of a flow can answer; undefined when one can.
   * @param snapshot the files that the flow is in
   */
  findFault(assignee: string, flow: string, snapshot: Snapshot): AnswerFault | undefined {
    return findFault(assignee, this.#people(snapshot), { branch: snapshot.branch, flow });
  }

  /** @param snapshot one that is judged as if it were in service; its teams count when it is production */
  #people(snapshot?: Snapshot): People {
    const { users, apiKeys } = this.identity;
    const isProduction = snapshot !== undefined && snapshot.branch === this.#production;
    const teams = isProduction ? getTeams(snapshot) : (this.#teams?.() ?? []);
    return { users, apiKeys, hasIssuer: this.settings.Auth.Oidc !== undefined, teams };
  }
}

/** Returns the teams of a snapshot; none before there is one. */
export function getTeams(snapshot: Snapshot | undefined): Team[] {
  return (snapshot?.list('team') ?? []).map(({ definition }) => definition as unknown as Team);
}

function flowTarget({ branch, flow }: FlowOfTask): Target {
  return { branch, type: 'flow', name: flow };
}

/** Returns why an assignee cannot answer: a team, when none of its members can. */
function findFault(assignee: string, people: People, of: FlowOfTask): AnswerFault | undefined {
  const target = flowTarget(of);
  const faults = getPrincipals([assignee], people, target).map((each) => answerFault(each, people, target));
  const [first] = faults;
  if (faults.includes(undefined)) return undefined;
  if (first === undefined) return teamFault(assignee.slice('team:'.length), people);
  const reasons = faults.flatMap((fault) => fault?.reason ?? []);
  return { reason: reasons.slice(0, maxNamed).join('; '), hint: first.hint };
}

/** The fault of a team without members; whether the branch has the team is checked with its files. */
function teamFault(name: string, { teams }: People): AnswerFault {
  if (teams.some((team) => team.name === name)) {
    return { reason: `the team \`${name}\` has no members`, hint: `Add users to \`members\` of the team.` };
  }
  return {
    reason: `production has no team \`${name}\`, and the teams of production decide who may answer`,
    hint: 'Merge the file of the team into production.',
  };
}

/** Warns of open tasks that no person can complete, and of flows that ask such people. */
export function assigneesCheck(
  assignees: Assignees,
  reconciler: Pick<Reconciler, 'peek'>,
  humanTasks: Pick<HumanTaskService, 'list'>,
  active: readonly string[],
): Check {
  return {
    name: 'human-tasks',
    async run() {
      const open = await humanTasks.list({ status: 'open', limit: maxTasks });
      const stuck = open.flatMap(({ id, title, flow, branch, assignees: named }) => {
        const why = assignees.unanswerable(named, { branch, flow });
        return why === undefined ? [] : [`\`${title}\` (${id}) of \`${flow}\`: ${why}`];
      });
      if (stuck.length > 0) {
        const count =
          stuck.length === 1 ? 'One open human task waits' : `${stuck.length} open human tasks wait`;
        return {
          status: 'warn',
          detail: `${count} for people who cannot answer: ${listed(stuck)}`,
          hint: 'Create the users, or let an administrator who is a person answer: `svc human-tasks complete <id>`.',
        };
      }
      const snapshots = active.flatMap((branch) => reconciler.peek(branch) ?? []);
      const findings = (await Promise.all(snapshots.map((each) => assignees.findings(each)))).flat();
      if (findings.length === 0)
        return { status: 'ok', detail: 'Each open human task has someone who can answer' };
      const named = findings.map(({ file, line, message }) => `${file}:${line}: ${message}`);
      return {
        status: 'warn',
        detail: `Flows ask people who cannot answer: ${listed(named)}`,
        hint: findings[0]?.hint ?? '',
      };
    },
  };
}

function listed(items: readonly string[]): string {
  const more = items.length - maxNamed;
  return `${items.slice(0, maxNamed).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
