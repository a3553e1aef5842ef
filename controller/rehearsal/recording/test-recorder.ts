import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, isObject } from '../../../schemas/json/values.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { Semaphore } from '../../concurrency/turns.js';
import { standardType } from '../../flows/index.js';
import { compileFlowTest } from '../../kinds/flow-test/compile.js';
import { Problem } from '../../problems/index.js';
import type { Sealing } from '../../security/vault/contract.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { newYaml } from '../../yaml-edit/write/new-yaml.js';
import type { TestOutcome } from '../flow-tests/check-expectations.js';
import { rehearseTest } from '../flow-tests/rehearse-test.js';
import type { RehearsedTestCall, TestLimits } from '../flow-tests/rehearsed-test.js';
import { withoutDigests } from '../record/recorded-journal.js';
import type { RehearsedRecord, Replayer } from '../replay/replayer.js';
import { type EntryOptions, listLeaves, toEntries, toJqText } from './given-entries.js';
import { type Behaviour, findWords, pruneData } from './prune-data.js';
import { listOutwardCalls, listRecordedAnswers, type RecordedAnswer } from './recorded-answers.js';

/** A test that was made of a run. */
export interface RecordedTest {
  run: string;
  flow: string;
  name: string;
  /** The path of its file, as a new one would have it. */
  path: string;
  text: string;
  /** The values of the run that the file contains, by their places; the first 500. */
  values: { pointer: string; value: Json }[];
  /** The number of all of them. */
  valueCount: number;
  /** The parts of the run that the test does not show, in words. */
  notes: string[];
}

interface RecorderOptions {
  replayer: Pick<Replayer, 'rehearseRecord'>;
  sealing: Pick<Sealing, 'maskJson'>;
  limits: TestLimits;
  yaml: YamlLimits & { size: number };
  /** True where the values of runs are shown: a test has some. */
  showsValues: boolean;
  /** The longest time in which unread data is looked for, in ms. Default 5,000. */
  maxMs?: number;
}

/** Entries of `given`, and of `expect.calls`. */
const maxEntries = 1_000;
const maxValues = 500;
/** Answers of a run, and the bytes of all of them by those of a file. */
const maxAnswers = 10_000;
const maxFiles = 4;
/** Runs that become tests at the same time. */
const places = 2;
/** Ways to give the answers of a run, the plainest first. */
const ways: readonly EntryOptions[] = [
  { hasTimes: false, isInOrder: false, hasInner: false },
  { hasTimes: true, isInOrder: false, hasInner: false },
  { hasTimes: true, isInOrder: true, hasInner: false },
  { hasTimes: false, isInOrder: true, hasInner: true },
  { hasTimes: true, isInOrder: true, hasInner: true },
];

/** Makes flow tests of recorded runs: the input, the answers that the flow got, and what it did. */
export class TestRecorder {
  readonly #maxMs: number;
  readonly #places = new Semaphore(places);

  constructor(private readonly options: RecorderOptions) {
    this.#maxMs = options.maxMs ?? 5_000;
  }

  /** @throws Problem run_not_found, not_replayable */
  async record(id: string, name?: string, signal?: AbortSignal): Promise<RecordedTest> {
    if (!this.options.showsValues)
      throw refuse(id, '`Flows.TaskData` hides the data of tasks, which a test contains');
    return this.#places.run(() => this.#record(id, name, signal), signal);
  }

  async #record(id: string, name?: string, signal?: AbortSignal): Promise<RecordedTest> {
    const record = await this.options.replayer.rehearseRecord(id, signal);
    const { state, plan } = record.recorded.root.record;
    const ownName = name ?? createName(state.flow, id);
    const answers = await this.#maskAnswers(record);
    const head: JsonObject = {
      kind: 'flow-test',
      name: ownName,
      description: `Recorded from the run ${id}.`,
      flow: state.flow,
    };
    if (state.environment !== null) head['environment'] = state.environment;
    const input = this.#maskValue(state.input);
    if (isObject(input) && Object.keys(input).length > 0) head['input'] = input;
    head['now'] = new Date(state.startedAt ?? state.createdAt).toISOString();
    const perform = (definition: JsonObject): Promise<Behaviour | undefined> =>
      this.#perform(definition, ownName, record);
    const { definition, isSameOutput } = await this.#giveAnswers(record, head, answers, perform);
    signal?.throwIfAborted();
    const endsAt = Date.now() + this.#maxMs;
    const words = findWords(
      [...record.recorded.all].map((run) => run.record.plan),
      record.recorded.root.record,
    );
    const isOver = (): boolean => Date.now() > endsAt;
    const pruned = await pruneData(definition, { words, perform, isOver });
    const behaviour = await perform(pruned.definition);
    if (behaviour === undefined) throw refuse(id, 'a test with its answers comes to no end');
    const whole = { ...pruned.definition, expect: toExpect(behaviour) };
    const text = newYaml(whole, { limits: this.options.yaml, first: ['kind', 'name'] });
    if (Buffer.byteLength(text) > this.options.yaml.size)
      throw refuse(id, 'its file would be larger than `Limits.YamlFile`');
    const values = listValues(whole);
    const notes = listNotes(record, answers, { isSameOutput, isPruned: pruned.isWhole });
    return {
      run: id,
      flow: plan.name,
      name: ownName,
      path: `flow-tests/${ownName}.yaml`,
      text,
      values: values.slice(0, maxValues),
      valueCount: values.length,
      notes,
    };
  }

  /** Finds entries with which the flow does what the run did. @throws Problem not_replayable */
  async #giveAnswers(
    record: RehearsedRecord,
    head: JsonObject,
    answers: readonly RecordedAnswer[],
    perform: (definition: JsonObject) => Promise<Behaviour | undefined>,
  ): Promise<{ definition: JsonObject; isSameOutput: boolean }> {
    const { id } = record.recorded.root.record.state;
    const { outcome } = record.rehearsed;
    const calls = listOutwardCalls(record).sort();
    let fitting: JsonObject | undefined;
    for (const options of ways) {
      const entries = toEntries(answers, options).map(withoutExpressions);
      if (entries.length > maxEntries) throw refuse(id, `it has more than ${maxEntries} different answers`);
      const definition = entries.length === 0 ? head : { ...head, given: entries };
      const behaviour = await perform(definition);
      if (behaviour === undefined || !isSameEnd(behaviour.outcome, outcome)) continue;
      const own = behaviour.calls.filter(({ isInner, group }) => !isInner && group !== 'listen');
      if (canonical(own.map(toCallName).sort()) !== canonical(calls)) continue;
      fitting ??= definition;
      const isSameOutput =
        outcome.status !== 'completed' ||
        (behaviour.outcome.status === 'completed' &&
          canonical(behaviour.outcome.output) === canonical(this.#maskValue(outcome.output)));
      if (isSameOutput) return { definition, isSameOutput };
    }
    if (fitting === undefined)
      throw refuse(
        id,
        'with its answers alone, the flow does not do the same: it depends on times or orders',
      );
    return { definition: fitting, isSameOutput: false };
  }

  async #perform(
    definition: JsonObject,
    name: string,
    { recorded }: RehearsedRecord,
  ): Promise<Behaviour | undefined> {
    const { compiled } = compileFlowTest(definition);
    if (compiled === undefined) return undefined;
    const { record } = recorded.root;
    const test = { name, testPlan: compiled, limits: this.options.limits, maxMs: this.#maxMs };
    const { test: rehearsed, end } = await rehearseTest(test, record, record.plan);
    if (rehearsed.end !== undefined || end === undefined || 'refused' in end) return undefined;
    return { outcome: end, calls: rehearsed.calls };
  }

  /** Returns the answers of a run, masked. @throws Problem not_replayable for more than a test can have */
  async #maskAnswers(record: RehearsedRecord): Promise<RecordedAnswer[]> {
    const { id } = record.recorded.root.record.state;
    const answers = listRecordedAnswers(record);
    if (answers.length > maxAnswers)
      throw refuse(id, `it has more than ${maxAnswers.toLocaleString('en')} answers`);
    const masked: RecordedAnswer[] = [];
    let bytes = 0;
    for (const answer of answers) {
      if (isTurnOver()) await nextTurn();
      bytes += toJsonText(answer.outcome?.output ?? null).length + toJsonText(answer.arguments).length;
      if (bytes > maxFiles * this.options.yaml.size)
        throw refuse(id, `its answers are ${maxFiles} times as large as a file may be (\`Limits.YamlFile\`)`);
      masked.push(this.#mask(answer));
    }
    return masked;
  }

  #mask(answer: RecordedAnswer): RecordedAnswer {
    const { outcome } = answer;
    const args = this.#maskValue(answer.arguments);
    if (outcome === undefined) return { ...answer, arguments: args };
    const { output, error } = outcome;
    const masked = {
      ...(output === undefined ? {} : { output: this.#maskValue(output) }),
      ...(error === undefined ? {} : { error: this.#maskValue({ ...error }) as unknown as typeof error }),
    };
    return { ...answer, arguments: args, outcome: masked };
  }

  #maskValue(value: Json): Json {
    return parseJsonText(withoutDigests(toJsonText(this.options.sealing.maskJson(value)))) as Json;
  }
}

function refuse(id: string, reason: string): Problem {
  return new Problem('not_replayable', `The run ${id} cannot become a test: ${reason}`);
}

/** The flow and the end of the id, which differs between runs of one moment. */
function createName(flow: string, id: string): string {
  return `${flow.slice(0, 54).replace(/-+$/, '')}-${id.slice(-8)}`;
}

function isSameEnd(outcome: TestOutcome, recorded: RehearsedRecord['rehearsed']['outcome']): boolean {
  if (outcome.status !== recorded.status) return false;
  if (outcome.status === 'completed' || recorded.status !== 'faulted') return true;
  return outcome.error.type === recorded.error.type && outcome.error.status === recorded.error.status;
}

function toCallName({ group, names, task }: RehearsedTestCall): string {
  return `${group} ${names[0] ?? task}`;
}

/** The entry with texts that stand for themselves: `${` would begin an expression. */
function withoutExpressions(entry: JsonObject): JsonObject {
  const { answer } = entry;
  return answer === undefined ? entry : { ...entry, answer: toLiteral(answer, (text) => `\${ ${text} }`) };
}

function toLiteral(value: Json, express: (jq: string) => string): Json {
  if (typeof value === 'string') return value.includes('${') ? express(toJqText(value)) : value;
  if (Array.isArray(value)) return value.map((item) => toLiteral(item, express));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, toLiteral(member, express)]),
  );
}

/** The end and the calls of a run, as a test expects them. */
function toExpect({ outcome, calls }: Behaviour): JsonObject {
  const expect: JsonObject = {};
  const condition = (value: Json): Json => toLiteral(value, (text) => `\${ . == ${text} }`);
  if (outcome.status === 'faulted') {
    const { type, status } = outcome.error;
    expect['fault'] = { type: standardType(type) ?? type, status };
  } else expect['output'] = condition(outcome.output);
  const entries = new Map<string, JsonObject>();
  for (const call of calls) {
    if (call.isInner || call.group === 'listen') continue;
    const args = call.group === 'humanTask' ? getQuestion(call.arguments) : withoutEmpty(call.arguments);
    const key = canonical([toCallName(call), args]);
    const times = Number(entries.get(key)?.['times'] ?? 0) + 1;
    const entry: JsonObject = { [call.group]: call.names[0] ?? call.task };
    if (isObject(args) ? Object.keys(args).length > 0 : args !== null) entry['with'] = condition(args);
    entries.set(key, { ...entry, times });
  }
  if (entries.size > 0 && entries.size <= maxEntries) expect['calls'] = [...entries.values()];
  return expect;
}

function getQuestion(args: Json): Json {
  const { title = null } = isObject(args) ? args : {};
  return title === null ? null : { title };
}

/** Arguments without members that are empty: a part says the same. */
function withoutEmpty(args: Json): Json {
  if (!isObject(args)) return args;
  const isEmpty = (value: Json): boolean =>
    value === null || (isObject(value) && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(args).filter(([, value]) => !isEmpty(value)));
}

/** The values of the run in a test: what a person should look at before it is kept. */
function listValues(definition: JsonObject): RecordedTest['values'] {
  return ['input', 'given', 'expect'].flatMap((name) =>
    listLeaves(definition[name] ?? {}, `/${name}`, Number.POSITIVE_INFINITY)
      .filter(([pointer]) => !isOwnWord(pointer))
      .map(([pointer, leaf]) => ({ pointer, value: leaf })),
  );
}

/** True for places with words of the test, and no values of the run. */
function isOwnWord(pointer: string): boolean {
  return /^\/(?:given|expect\/calls)\/\d+\/(?:call|run|listen|humanTask|task|emit|times|takes\/\w+)$/.test(
    pointer,
  );
}

function listNotes(
  { recorded }: RehearsedRecord,
  answers: readonly RecordedAnswer[],
  { isSameOutput, isPruned }: { isSameOutput: boolean; isPruned: boolean },
): string[] {
  const notes: string[] = [];
  const processes = [
    ...new Set(answers.filter(({ group, isInner }) => group === 'run' && !isInner).map(({ name }) => name)),
  ];
  if (processes.length > 0)
    notes.push(
      `Processes and containers do not run in a test: ${processes.map((each) => `\`${each}\``).join(', ')} answer as recorded, and what they did to files or to other systems is in no record`,
    );
  if (answers.some(({ outcome }) => outcome === undefined))
    notes.push('Some calls had no answer before the run went on: in the test, none comes either');
  if ([...recorded.all].some(({ journal }) => journal.secrets.size > 0))
    notes.push(
      'Secrets are in no record: in the test, each key that the flow reads has a text that stands for it',
    );
  if (!isSameOutput)
    notes.push('The output depends on times or random values: the test expects those of its own clock');
  if (!isPruned)
    notes.push(
      'The time was up before all data was looked at: the test may have members that the flow does not read',
    );
  return notes;
}
