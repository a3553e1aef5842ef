import {
  causedFindings,
  type EntityRecord,
  type Snapshot,
  type UnrunnableEntity,
} from '../../catalog/index.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { FlowPlan, TriggerPlan } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import type { HumanTaskService, RunService } from '../../runs/contract.js';
import type { FlowTester } from '../flow-tests/flow-tester.js';
import type { Replayer } from '../replay/replayer.js';
import { listAffected, listChanges } from './changed-entities.js';
import { chooseRuns } from './choose-runs.js';
import type {
  ChangePlan,
  PlannedDestination,
  PlannedEntity,
  PlannedReplay,
  PlannedSchedule,
  PlannedTest,
  RunsInProgress,
} from './contract.js';

/** A secret that an entity reads, and the places that it may be sent to. */
interface SecretUse {
  readonly type: string;
  readonly name: string;
  readonly paths: readonly string[];
  readonly destinations: readonly string[];
}

export interface PlannerOptions {
  kinds: readonly string[];
  runs: Pick<RunService, 'list' | 'tasks' | 'paths' | 'get'>;
  humanTasks: Pick<HumanTaskService, 'list'>;
  replayer: Pick<Replayer, 'replay'>;
  flowTester: Pick<FlowTester, 'list' | 'run'>;
  findUnrunnable(
    snapshot: Snapshot,
    entities: readonly { type: string; name: string }[],
  ): readonly UnrunnableEntity[];
  getSecretUses(
    snapshot: Snapshot,
    type: string,
    name: string,
    environment: string | undefined,
  ): readonly SecretUse[];
  /** ms since the epoch */
  now?: () => number;
  /** The longest time of the replays of one plan, and that of its tests, in ms. Default 20,000. */
  maxReplayMs?: number;
}

export interface PlanRequest {
  before: Snapshot;
  after: Snapshot;
  /** True for a flow whose runs the caller may see, and whose tests the caller may run. */
  mayReplay(flow: string): boolean;
  signal?: AbortSignal | undefined;
}

/** Replays, flows and findings of one plan. */
const maxReplays = 20;
const maxFlows = 10;
const maxFindings = 100;
const maxTests = 100;
/** Entities whose secrets are followed to their destinations, and environments that are looked at. */
const maxFollowed = 200;
const maxEnvironments = 10;
/** Unfinished runs of a flow that are counted. */
const maxCounted = 200;
const maxHumanTasks = 200;
const shownTimes = 3;

/** Says what a change would do before it is made. */
export class Planner {
  constructor(private readonly options: PlannerOptions) {}

  /** Computes in slices, and within limits of time and number: `missing` says what the plan lacks. */
  async plan(request: PlanRequest): Promise<ChangePlan> {
    const { before, after } = request;
    const missing: string[] = [];
    const entities = await listChanges(before, after, this.options.kinds);
    const { affected, isCut } = await listAffected(before, after, entities);
    if (isCut)
      missing.push(`More than ${affected.length} entities use what changes: the others are not listed`);
    const existing = entities.filter(({ change }) => change !== 'deleted');
    const { inFiles, elsewhere } = causedFindings(before, after);
    const findings = [...inFiles, ...elsewhere];
    if (findings.length > maxFindings) missing.push(`${findings.length - maxFindings} more findings`);
    await nextTurn();
    const followed = [...existing, ...affected];
    if (followed.length > maxFollowed)
      missing.push(`Destinations of secrets of more than ${maxFollowed} entities`);
    const destinations = await this.#listDestinations(before, after, followed.slice(0, maxFollowed));
    const flows = [...existing, ...affected].filter(
      ({ type, name }) => type === 'flow' && before.get('flow', name) !== undefined,
    );
    const changedFlows = entities.filter(({ type, change }) => type === 'flow' && change !== 'created');
    return {
      base: before.branch,
      baseRevision: before.revision,
      revision: after.revision,
      entities,
      affected,
      schedules: this.#listSchedules(before, after, entities),
      rights: entities.filter(({ type }) => type === 'team'),
      destinations,
      notRunnable: this.options.findUnrunnable(after, existing),
      findings: findings.slice(0, maxFindings),
      valid: findings.every(({ severity }) => severity !== 'error'),
      replays: await this.#replayAll(
        request,
        flows.map(({ name }) => name),
        missing,
      ),
      tests: await this.#runTests(
        request,
        followed.filter(({ type }) => type === 'flow-test').map(({ name }) => name),
        missing,
      ),
      inProgress: await this.#listInProgress(before.branch, changedFlows, missing),
      missing,
    };
  }

  #listSchedules(before: Snapshot, after: Snapshot, entities: readonly PlannedEntity[]): PlannedSchedule[] {
    const now = this.options.now?.() ?? Date.now();
    return entities.flatMap(({ type, name }): PlannedSchedule[] => {
      if (type !== 'flow' && type !== 'trigger') return [];
      const [was, is] = [before, after].map((snapshot) => listTimes(snapshot.get(type, name), now));
      if (was === undefined || is === undefined || was.join() === is.join()) return [];
      return [{ type, name, before: was, after: is }];
    });
  }

  /** The places where secrets would go that they do not go to now, in any environment. */
  async #listDestinations(
    before: Snapshot,
    after: Snapshot,
    entities: readonly { type: string; name: string }[],
  ): Promise<PlannedDestination[]> {
    const names = after.list('environment').map(({ name }) => name);
    const environments = [undefined, ...names.slice(0, maxEnvironments)];
    const added = new Map<string, PlannedDestination>();
    for (const { type, name } of entities) {
      if (type !== 'flow' && type !== 'connection' && type !== 'trigger') continue;
      for (const environment of environments) {
        if (isTurnOver()) await nextTurn();
        const was = new Set(this.#getPlaces(before, type, name, environment).map(toText));
        for (const place of this.#getPlaces(after, type, name, environment))
          if (!was.has(toText(place))) added.set(toText(place), place);
      }
    }
    return [...added.values()];
  }

  #getPlaces(
    snapshot: Snapshot,
    type: string,
    name: string,
    environment: string | undefined,
  ): PlannedDestination[] {
    if (snapshot.get(type, name) === undefined) return [];
    return this.options.getSecretUses(snapshot, type, name, environment).flatMap((use) =>
      use.destinations.map((destination) => ({
        type: use.type,
        name: use.name,
        secret: use.paths.at(-1) ?? '',
        destination,
      })),
    );
  }

  async #replayAll(
    request: PlanRequest,
    flows: readonly string[],
    missing: string[],
  ): Promise<PlannedReplay[]> {
    const { before, after, mayReplay, signal } = request;
    const now = this.options.now?.() ?? Date.now();
    const endsAt = Date.now() + (this.options.maxReplayMs ?? 20_000);
    const replays: PlannedReplay[] = [];
    const hidden = flows.filter((flow) => !mayReplay(flow));
    if (hidden.length > 0) missing.push(`Replays of ${listNames(hidden)}: they need the role \`operator\``);
    const visible = flows.filter((flow) => mayReplay(flow));
    if (visible.length > maxFlows)
      missing.push(`Replays of ${listNames(visible.slice(maxFlows))}: too many flows`);
    for (const flow of visible.slice(0, maxFlows)) {
      const choice = { branch: before.branch, flow, now, endsAt };
      const { runs, lookedAt, unread } = await chooseRuns(this.options.runs, choice);
      if (lookedAt === 0) missing.push(`Replays of \`${flow}\`: it has no ended run of the last 30 days`);
      if (unread > 0) missing.push(`Paths of ${unread} runs of \`${flow}\`: the time is up`);
      for (const [index, { id }] of runs.entries()) {
        signal?.throwIfAborted();
        if (replays.length >= maxReplays || Date.now() > endsAt) {
          const reason = replays.length >= maxReplays ? `${maxReplays} replays are made` : 'the time is up';
          missing.push(`${runs.length - index} replays of \`${flow}\`: ${reason}`);
          break;
        }
        replays.push(await this.#replay(id, flow, after, signal));
        await nextTurn();
      }
    }
    return replays;
  }

  async #replay(
    run: string,
    flow: string,
    after: Snapshot,
    signal: AbortSignal | undefined,
  ): Promise<PlannedReplay> {
    try {
      return await this.options.replayer.replay(run, after, signal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { run, flow, result: 'not-replayable', reason: error.message };
    }
  }

  /** Runs the tests that change, and those of flows that change or use what changes. */
  async #runTests(
    { after, mayReplay, signal }: PlanRequest,
    names: readonly string[],
    missing: string[],
  ): Promise<PlannedTest[]> {
    const concerned = new Set(names);
    const tests = this.options.flowTester.list(after).filter(({ name }) => concerned.has(name));
    const visible = tests.filter(({ flow }) => mayReplay(flow));
    if (visible.length < tests.length)
      missing.push(`${tests.length - visible.length} flow tests: they need the role \`operator\``);
    const report = await this.options.flowTester.run(after, {
      names: visible.map(({ name }) => name),
      maxTests,
      maxTotalMs: this.options.maxReplayMs ?? 20_000,
      signal,
    });
    missing.push(...report.missing.map((text) => `Flow tests: ${text}`));
    return report.results.map(({ name, flow, file, line, result, failures, findings }) => ({
      name,
      flow,
      file,
      line,
      result,
      failures,
      findings,
    }));
  }

  async #listInProgress(
    branch: string,
    flows: readonly PlannedEntity[],
    missing: string[],
  ): Promise<RunsInProgress[]> {
    const inProgress: RunsInProgress[] = [];
    const open = await this.options.humanTasks.list({ status: 'open', limit: maxHumanTasks });
    if (flows.length > maxFlows)
      missing.push(
        `Runs in progress of ${listNames(flows.slice(maxFlows).map(({ name }) => name))}: too many flows`,
      );
    if (open.length >= maxHumanTasks)
      missing.push(`Human tasks beyond the first ${maxHumanTasks} that are open`);
    for (const { name: flow } of flows.slice(0, maxFlows)) {
      const { items, nextCursor } = await this.options.runs.list({
        branch,
        flow,
        statuses: ['pending', 'running', 'waiting', 'suspended'],
        hasData: false,
        limit: maxCounted,
      });
      if (items.length === 0) continue;
      const openHumanTasks = open.filter((task) => task.branch === branch && task.flow === flow).length;
      inProgress.push({ flow, runs: items.length, isMore: nextCursor !== null, openHumanTasks });
    }
    return inProgress;
  }
}

function listTimes(record: EntityRecord | undefined, now: number): string[] {
  const plan = record?.compiled as Pick<FlowPlan | TriggerPlan, 'timetable'> | undefined;
  const times: string[] = [];
  for (let at = plan?.timetable?.next(now); at !== undefined && times.length < shownTimes; ) {
    times.push(new Date(at).toISOString());
    at = plan?.timetable?.next(at);
  }
  return times;
}

function toText({ type, name, secret, destination }: PlannedDestination): string {
  return [type, name, secret, destination].join('\n');
}

/** Names that a sentence lists. */
const maxNamed = 5;

function listNames(names: readonly string[]): string {
  const listed = names
    .slice(0, maxNamed)
    .map((name) => `\`${name}\``)
    .join(', ');
  return names.length > maxNamed ? `${listed} and ${names.length - maxNamed} more` : listed;
}
