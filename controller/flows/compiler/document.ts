import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, member, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { compile, ExpressionError, ExpressionSyntaxError, type Program } from '../../expressions/index.js';
import { linearRegExp, patternProblem } from '../../json-schema/pattern.js';
import { nearest } from '../../problems/index.js';
import type { EventTrigger, FlowFinding, FlowPlan } from '../plan/flow-plan.js';
import type { Component, ComponentKind, Report, UnknownName } from '../plan/task-type.js';
import { interpolation } from '../plan/template.js';

type Test = (value: Json) => boolean;
type Filter = (event: JsonObject) => boolean;

/** Compiles `schedule.on`: `one` and `any`. The input is an array of the event. Undefined if no event starts the flow. */
export function compileTrigger(document: DocumentContext, schedule: JsonObject): EventTrigger | undefined {
  const { on, read = 'data' } = schedule;
  const pointer = '/schedule/on';
  warnUnsupported(document, objectOr(on), pointer, ['all', 'until']);
  const { one, any } = objectOr(on);
  const given = one !== undefined ? [one] : any;
  if (!Array.isArray(given)) return undefined;
  const filters = given.map((filter, index) => {
    const at = one !== undefined ? `${pointer}/one` : pointerTo(`${pointer}/any`, index);
    return compileFilter(document, objectOr(filter), at);
  });
  return {
    inputFor(event) {
      // Without filters, every event starts the flow.
      if (filters.length > 0 && !filters.some((fits) => fits(event))) return undefined;
      return [read === 'envelope' ? event : (event['data'] ?? event['data_base64'] ?? null)];
    },
  };
}

function compileFilter(document: DocumentContext, filter: JsonObject, pointer: string): Filter {
  warnUnsupported(document, filter, pointer, ['correlate']);
  const tests = Object.entries(objectOr(filter['with'])).map(
    ([name, wanted]) => [name, compileTest(document, wanted, pointerTo(`${pointer}/with`, name))] as const,
  );
  return (event) =>
    tests.every(
      ([name, fits]) => (event[name] !== undefined || name === 'data') && fits(event[name] ?? null),
    );
}

/** Compiles an expected value, a pattern for the whole value, or an expression over it. */
function compileTest(document: DocumentContext, wanted: Json, pointer: string): Test {
  if (typeof wanted !== 'string') return (value) => isEqual(value, wanted);
  const found = wanted.includes('${') ? interpolation(wanted) : undefined;
  const part = found?.whole ? found.parts.find((each) => each.kind === 'expression') : undefined;
  if (part) return compileCondition(document, part.source, part.offset, pointer);
  const isPattern = /[*+?()[\]{}|^$\\]/.test(wanted) && patternProblem(wanted) === undefined;
  const pattern = isPattern ? linearRegExp(`^(?:${wanted})$`) : undefined;
  return (value) => value === wanted || (typeof value === 'string' && pattern?.test(value) === true);
}

function compileCondition(document: DocumentContext, source: string, offset: number, pointer: string): Test {
  let program: Program;
  try {
    program = compile(source);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    document.report({ rule: 'jq-syntax', pointer, offset: offset + error.offset, message: error.message });
    return () => false;
  }
  return (value) => {
    try {
      const result = program.first(value) ?? null;
      return typeof result === 'boolean' || result === null ? result === true : isEqual(result, value);
    } catch (error) {
      // An expression that cannot be evaluated over an event does not match it.
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  };
}

function warnUnsupported(
  document: DocumentContext,
  schedule: JsonObject,
  pointer: string,
  names: readonly string[],
): void {
  for (const name of names.filter((each) => schedule[each] !== undefined)) {
    document.unsupported(`${pointer}/${name}`, `\`${name}\` is not supported yet: it starts no run`);
  }
}

/** The most tasks that one flow may have, its functions counted at each call. */
const mostTasks = 10_000;
/** The deepest nesting of tasks and values; no document needs more. */
export const deepest = 100;

type Connections = FlowPlan['connections'][number][];
type Subflows = FlowPlan['subflows'][number][];
type Entities = FlowPlan['entities'][number][];

/** The state of the compilation of one document. */
export class DocumentContext {
  readonly findings: FlowFinding[] = [];
  readonly connections: Connections = [];
  readonly subflows: Subflows = [];
  readonly entities: Entities = [];
  readonly secrets: readonly string[];
  /** True when `evaluate.mode` is `loose`. */
  readonly loose: boolean;
  private readonly use: JsonObject;
  private readonly extensions: readonly { extend: Json; pointer: string }[];
  /** Functions whose bodies are being compiled. */
  private readonly open: string[] = [];
  private readonly seen = new Set<string>();
  /** Pointers of the components that are used. */
  private readonly used = new Set<string>();
  private tasks = 0;
  private trying = false;

  constructor(readonly definition: JsonObject) {
    this.use = objectOr(definition['use']);
    this.loose = objectOr(definition['evaluate'])['mode'] === 'loose';
    const { secrets, extensions } = this.use;
    this.extensions = Array.isArray(extensions) ? extensions.flatMap(readExtension) : [];
    this.secrets = Array.isArray(secrets) ? secrets.filter((name) => typeof name === 'string') : [];
    for (const [index, name] of this.secrets.entries()) {
      if (!/^platform(?:\/|$)/i.test(name)) continue;
      const message = `the secret \`${name}\` is one of the installation, which flows cannot use`;
      const hint = 'Store the secret under a path that does not begin with `platform/`.';
      this.report({ rule: 'secret-reserved', pointer: `/use/secrets/${index}`, message, hint });
    }
  }

  /** Adds a finding once, however often the part is compiled; returns undefined, for use as the result. */
  report(finding: Report): undefined {
    const id = `${finding.pointer} ${finding.offset ?? ''} ${finding.message}`;
    if (this.seen.has(id)) return undefined;
    this.seen.add(id);
    const severity = this.trying ? 'warning' : (finding.severity ?? 'error');
    this.findings.push({ ...finding, severity });
  }

  /** Reports an error in the structure of the document. */
  fault(pointer: string, message: string, hint?: string): undefined {
    this.report({ rule: 'flow-structure', pointer, message, ...(hint === undefined ? {} : { hint }) });
  }

  /** Warns of a part of the language that has no implementation yet. */
  unsupported(pointer: string, message: string): undefined {
    this.report({ rule: 'task-unsupported', severity: 'warning', pointer, message });
  }

  /** Compiles a part that no run executes: its faults are warnings, and its references do not count as used. */
  onTrial(compile: () => void): void {
    const collected = [this.connections, this.subflows, this.entities];
    const lengths = collected.map(({ length }) => length);
    this.trying = true;
    compile();
    this.trying = false;
    for (const [index, list] of collected.entries()) list.length = lengths[index] ?? 0;
  }

  /** Counts a task; returns false when there are too many. */
  countTask(pointer: string): boolean {
    if (++this.tasks <= mostTasks) return true;
    this.fault(
      pointer.startsWith('/use/') ? pointer : '/do',
      `the flow has more than ${mostTasks} tasks once the tasks of its functions are counted at each call`,
      'Break it up with `run: workflow`.',
    );
    return false;
  }

  /** Returns the pointer of the extension that changes tasks of this type. */
  extensionOf(taskType: string): string | undefined {
    return this.extensions.find(({ extend }) => extend === 'all' || extend === taskType)?.pointer;
  }

  /** Compiles a function for one of its calls; reports a function that contains itself and returns undefined. */
  inside<T>(component: string, pointer: string, compile: () => T): T | undefined {
    if (this.open.includes(component)) {
      return this.fault(pointer, 'the function calls itself, directly or through another');
    }
    this.open.push(component);
    const compiled = compile();
    this.open.pop();
    return compiled;
  }

  components(kind: ComponentKind): readonly string[] {
    return Object.keys(objectOr(this.use[kind]));
  }

  /** Returns true when a task has asked for the component. */
  isUsed(kind: ComponentKind, name: string): boolean {
    return this.used.has(pointerTo(`/use/${kind}`, name));
  }

  /** Returns a component written in place, or the one of `use` that a string names; reports an unknown name. */
  component(kind: ComponentKind, written: Json, pointer: string): Component<Json> | undefined {
    if (typeof written !== 'string') return { value: written, pointer };
    const name = written;
    const value = member(objectOr(this.use[kind]), name);
    if (value !== undefined) {
      const at = pointerTo(`/use/${kind}`, name);
      this.used.add(at);
      return { value, pointer: at };
    }
    const candidates = this.components(kind);
    return this.unknown({ message: `\`${name}\` is not in \`use.${kind}\``, name, candidates, pointer });
  }

  /** Reports a name that refers to nothing. */
  unknown({ message, name, candidates, pointer, hint: otherwise }: UnknownName): undefined {
    const close = nearest(name, candidates);
    const hint = close === undefined ? otherwise : `Did you mean \`${close}\`?`;
    this.report({ rule: 'reference-unknown', pointer, message, ...(hint === undefined ? {} : { hint }) });
  }
}

function readExtension(item: Json, index: number): { extend: Json; pointer: string }[] {
  return Object.entries(objectOr(item)).map(([name, extension]) => ({
    extend: objectOr(extension)['extend'] ?? 'all',
    pointer: pointerTo(pointerTo('/use/extensions', index), name),
  }));
}
