import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import type { Snapshot } from '../../catalog/index.js';
import { Semaphore } from '../../concurrency/turns.js';
import type { Connector } from '../../connectors/index.js';
import { FlowError, type FlowPlan, Interrupted } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import type { RunEngine, RunVersion } from '../../runs/contract.js';
import { Digests } from '../../runs/index.js';
import type { Sealing } from '../../security/vault/contract.js';
import { type DataReader, RecordedHost } from '../record/recorded-host.js';
import { withoutDigests } from '../record/recorded-journal.js';
import { CallPool } from './call-pool.js';
import {
  compareVersions,
  type Difference,
  findParting,
  type Parting,
  type Rehearsed,
} from './differences.js';
import { NotReplayable, type RecordedRun, RecordedRuns } from './recorded-runs.js';
import { type RecordedValues, Rehearsal, type RehearsalOutcome } from './rehearsal.js';
import { RehearsalHost } from './rehearsal-host.js';
import { withoutOldDefaults } from './without-old-defaults.js';

/** A recorded run through another version. */
export interface Replay {
  run: string;
  flow: string;
  branch: string;
  /** The commit of the version that the run is compared with. */
  revision: string;
  result: 'same' | 'different' | 'cannot-compare';
  /** The first task at which the version goes on otherwise; null where none does. */
  partsAt: { flow: string; task: string } | null;
  /** The first 100. */
  differences: Difference[];
  /** Differences that are not listed. */
  more: number;
  /** Calls whose answers are assumptions. */
  assumed: number;
  /** The parts that cannot be compared, in words. */
  notes: string[];
}

/** A recorded run as it was, computed again. */
export interface RehearsedRecord {
  readonly recorded: RecordedRuns;
  readonly rehearsal: Rehearsal;
  readonly rehearsed: Rehearsed;
  readonly values: RecordedValues;
}

interface ReplayerOptions {
  runs: Pick<RunEngine, 'record' | 'children' | 'version'>;
  sealing: Pick<Sealing, 'maskJson'>;
  connectors: readonly Connector[];
  /** True where the values of differences are shown. */
  showsValues: boolean;
  /** The longest time of one replay, in ms. Default 10,000. */
  maxMs?: number;
}

const maxDifferences = 100;
/** Characters of one value that is shown. */
const maxShown = 2_000;
/** Replays at the same time. */
const places = 2;

/** Replays recorded runs through other versions of their flows, without any effect. */
export class Replayer {
  readonly #places = new Semaphore(places);
  readonly #maxMs: number;
  readonly #connectors: ReadonlyMap<string, Connector>;

  constructor(private readonly options: ReplayerOptions) {
    this.#maxMs = options.maxMs ?? 10_000;
    this.#connectors = new Map(options.connectors.map((connector) => [connector.name, connector]));
  }

  /**
   * Compares what a run did with what its flow would have made of it as another snapshot has the flow.
   * @throws Problem run_not_found, not_replayable, flow_not_found, environment_not_found
   */
  async replay(id: string, snapshot: Snapshot, signal?: AbortSignal): Promise<Replay> {
    return this.#places.run(async () => {
      try {
        return await this.#replay(id, snapshot);
      } catch (error) {
        if (!(error instanceof NotReplayable)) throw error;
        throw new Problem('not_replayable', `The run ${id} cannot be replayed: ${error.message}`);
      }
    }, signal);
  }

  /**
   * Computes a recorded run again: what it called, with which arguments and answers, and its end.
   * @throws Problem run_not_found, not_replayable
   */
  async rehearseRecord(id: string, signal?: AbortSignal): Promise<RehearsedRecord> {
    return this.#places.run(async () => {
      try {
        return await this.#rehearseRecord(id, Date.now() + this.#maxMs);
      } catch (error) {
        if (!(error instanceof NotReplayable)) throw error;
        throw new Problem('not_replayable', `The run ${id} cannot become a test: ${error.message}`);
      }
    }, signal);
  }

  async #rehearseRecord(id: string, endsAt: number): Promise<RehearsedRecord> {
    const recorded = await RecordedRuns.read(this.options.runs, id);
    const { record } = recorded.root;
    const { status } = record.state;
    if (status !== 'completed' && status !== 'faulted')
      throw new NotReplayable(`it is ${status}; only a run that completed or faulted has an end to compare`);
    for (const run of recorded.all) await this.#requireWhole(run, endsAt);
    const values: RecordedValues = { randoms: [], texts: new Map(), unreadSecrets: new Set() };
    const rehearsal = new Rehearsal(recorded, values, undefined, this.#connectors);
    const { plan } = record;
    const rehearsed = await this.#rehearse(
      rehearsal,
      { version: record, plan, input: record.state.input },
      endsAt,
    );
    requireRecorded(rehearsed, rehearsal);
    return { recorded, rehearsal, rehearsed, values };
  }

  async #replay(id: string, snapshot: Snapshot): Promise<Replay> {
    const endsAt = Date.now() + this.#maxMs;
    const { recorded, rehearsed: before, values } = await this.#rehearseRecord(id, endsAt);
    const { state } = recorded.root.record;
    const version = this.options.runs.version(snapshot, state);
    const plan = version.flow(state.flow);
    if (plan === undefined) throw new NotReplayable('the flow of the other version does not compile');
    const pool = new CallPool(before.calls);
    const rehearsal = new Rehearsal(recorded, values, pool, this.#connectors);
    const [from, to] = [recorded.root.record, version].map((each) => each.definition('flow', state.flow));
    const input = withoutOldDefaults(state.input, from, to);
    const after = await this.#rehearse(rehearsal, { version, plan, input }, endsAt);
    const span = [state.startedAt ?? state.createdAt, recorded.endsAt] as const;
    const differences = compareVersions(before, after, { unused: pool.unused, span, flow: state.flow });
    const parting = differences.length === 0 ? undefined : findParting(before, after);
    const isOpen = differences.every(({ kind }) => kind === 'cannot-compare');
    const same = rehearsal.notes.length === 0 ? 'same' : 'cannot-compare';
    return {
      run: state.id,
      flow: state.flow,
      branch: state.branch,
      revision: snapshot.revision,
      result: differences.length === 0 ? same : isOpen ? 'cannot-compare' : 'different',
      partsAt: toPlace(parting, differences),
      differences: differences.slice(0, maxDifferences).map((difference) => this.#toShown(difference)),
      more: Math.max(0, differences.length - maxDifferences),
      assumed: after.calls.filter((call) => call.isAssumed).length,
      notes: rehearsal.notes,
    };
  }

  /** Computes a run again from its record, which must lead to the end that it had. @throws NotReplayable */
  async #requireWhole({ record, journal }: RecordedRun, endsAt: number): Promise<void> {
    if (!journal.hasVersion)
      throw new NotReplayable('an earlier version of svc recorded it, without what a replay needs');
    const digests = new Digests();
    let differs: string | undefined;
    const reader: DataReader = {
      note({ type, key, data }) {
        const digest = journal.getDigest(type, key);
        if (data !== undefined && digest !== undefined && digests.of(data) !== digest) differs ??= key;
      },
      observe: () => {},
    };
    const host = new RecordedHost(record, journal, reader);
    const timer = setTimeout(() => host.end('late'), endsAt - Date.now());
    const outcome = await record.plan
      .execute(record.state.input, host)
      .then((output): RehearsalOutcome => ({ status: 'completed', output }), toOutcome)
      .finally(() => clearTimeout(timer));
    const { flow, status } = record.state;
    const end = host.ended;
    host.end('recorded');
    if (end === 'late') throw new NotReplayable('it takes too long to be computed again');
    if (end !== undefined) throw new NotReplayable(`the record of \`${flow}\` ends before the run did`);
    if (outcome.status !== status || (differs !== undefined && journal.secrets.size === 0))
      throw new NotReplayable(`svc computes something else from the record of \`${flow}\` than the run did`);
  }

  async #rehearse(
    rehearsal: Rehearsal,
    { version, plan, input }: { version: RunVersion; plan: FlowPlan; input: Json },
    endsAt: number,
  ): Promise<Rehearsed> {
    const { state } = rehearsal.recorded.root.record;
    const startedAt = state.startedAt ?? state.createdAt;
    const run = { id: state.id, flow: plan.name, namespace: plan.namespace, startedAt, prefix: '' };
    const host = new RehearsalHost(rehearsal, run, version);
    const timer = setTimeout(() => rehearsal.end('it takes too long'), endsAt - Date.now());
    try {
      const accepted = await plan.acceptInputInSlices(input);
      if (accepted.findings.length > 0) {
        const pointers = accepted.findings.map(({ pointer }) => pointer || '/').join(', ');
        const detail = `The flow does not take its parameters: ${pointers}`;
        const error = {
          type: 'about:blank',
          title: 'Parameters refused',
          status: 422,
          detail,
          instance: '/input',
        };
        return { flow: plan.name, input, outcome: { status: 'faulted', error }, calls: [], steps: [] };
      }
      const outcome = await plan
        .execute(accepted.value, host)
        .then((output): RehearsalOutcome => ({ status: 'completed', output }), toOutcome);
      const defects = (await Promise.all(rehearsal.detached)).filter((defect) => defect !== undefined);
      if (defects.length > 0) throw defects[0];
      const reason = rehearsal.endReason;
      const isOpen = outcome.status === 'open' || reason !== undefined;
      return {
        flow: plan.name,
        input: accepted.value,
        outcome: isOpen ? { status: 'open', reason: reason ?? 'it was interrupted' } : outcome,
        calls: rehearsal.calls,
        steps: rehearsal.steps,
      };
    } finally {
      clearTimeout(timer);
      rehearsal.end('it has ended');
    }
  }

  /** The difference as callers see it: masked, with values only where they may be shown. */
  #toShown(difference: Difference): Difference {
    const { maskJson } = this.options.sealing;
    const show = (value: Json | undefined): Json | undefined => {
      if (value === undefined || !this.options.showsValues) return undefined;
      const text = withoutDigests(toJsonText(maskJson(value)));
      return text.length > maxShown ? `${text.slice(0, maxShown)}…` : parseJsonText(text);
    };
    const fields = difference.fields.map(({ path, from, to }) => {
      const [shownFrom, shownTo] = [show(from), show(to)];
      return {
        path,
        ...(shownFrom === undefined ? {} : { from: shownFrom }),
        ...(shownTo === undefined ? {} : { to: shownTo }),
      };
    });
    return { ...difference, call: difference.call && withoutDigests(difference.call), fields };
  }
}

/** The place of the first step that went on otherwise; that of the first difference where all steps had the same data. */
function toPlace(parting: Parting | undefined, differences: readonly Difference[]): Replay['partsAt'] {
  if (parting) return { flow: parting.flow, task: parting.reference };
  const [first] = differences;
  return first?.task == null ? null : { flow: first.flow, task: first.task };
}

function toOutcome(error: unknown): RehearsalOutcome {
  if (error instanceof FlowError) return { status: 'faulted', error: error.body };
  if (error instanceof Interrupted) return { status: 'open', reason: 'it was interrupted' };
  throw error;
}

/** @throws NotReplayable when the recorded version, with the time of the rehearsal, went on otherwise than the run did */
function requireRecorded({ outcome, calls }: Rehearsed, { recorded, logged }: Rehearsal): void {
  const { status, error } = recorded.root.record.state;
  const { status: ownStatus } = outcome;
  const isSame = status === ownStatus;
  const isSameError =
    outcome.status !== 'faulted' ||
    (error?.type === outcome.error.type && error.status === outcome.error.status);
  const answered = new Set([...calls.map(({ key }) => key), ...logged]);
  const unasked = [...recorded.all].flatMap(({ prefix, journal }) =>
    [...journal.callKeys].filter((key) => !answered.has(prefix + key)),
  );
  if (isSame && isSameError && unasked.length === 0) return;
  throw new NotReplayable(
    'what it did depends on times or on an order of its branches that the record does not hold exactly enough',
  );
}
