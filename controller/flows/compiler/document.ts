import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { member, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { isInstallationSecret } from '../../security/policy/secret-reference.js';
import { parseDuration } from '../data/duration.js';
import type {
  AskedAssignee,
  FlowFinding,
  FlowNeed,
  FlowNote,
  FlowPlan,
  FlowUses,
  LeaderState,
} from '../plan/flow-plan.js';
import type { Extension, TaskNode } from '../plan/node.js';
import type { Component, ComponentKind, Report, UnknownName } from '../plan/task-type.js';
import type { InputRead } from './evaluator.js';

/** The most tasks that one flow may have, its functions counted at each call. */
const maxTasks = 10_000;
/** The most files that one flow may name. */
const maxFiles = 50;
/** The deepest nesting of tasks and values; no document needs more. */
export const deepest = 100;

type Connections = FlowPlan['connections'][number][];
type Subflows = FlowPlan['subflows'][number][];
type Entities = FlowPlan['entities'][number][];

/** @property type of the tasks that it extends; undefined for all */
type TypedExtension = Extension & { type: string | undefined };

/** The state of the compilation of one document. */
export class DocumentContext {
  readonly findings: FlowFinding[] = [];
  readonly connections: Connections = [];
  readonly subflows: Subflows = [];
  readonly entities: Entities = [];
  readonly files: FlowUses['files'][number][] = [];
  readonly notes: FlowNote[] = [];
  /** The compiled tasks of functions in catalogs, by call. */
  readonly compiled = new Map<string, TaskNode | undefined>();
  /** The events that tasks wait for. */
  readonly listens: { mayConsume(type: string): boolean }[] = [];
  /** True when a task is for people. */
  asksPeople = false;
  /** True when such a task notifies them. */
  notifiesPeople = false;
  readonly askedAssignees: AskedAssignee[] = [];
  readonly #needs = new Map<string, FlowNeed>();
  readonly #leaderStates = new Set<LeaderState>();
  readonly secrets: readonly string[];
  /** False when the list of secrets is reported itself. */
  readonly #knowsSecrets: boolean;
  /** True when `evaluate.mode` is `loose`. */
  readonly loose: boolean;
  readonly #use: JsonObject;
  /** Functions whose bodies are being compiled. */
  readonly #open: string[] = [];
  readonly #seen = new Set<string>();
  /** Pointers of the components that are used. */
  readonly #used = new Set<string>();
  /** Names of the tasks of the blocks compiled so far. */
  readonly taskNames = new Set<string>();
  /** The attributes of the events that are outputs of tasks, by the pointer of the task. */
  readonly emissions = new Map<string, JsonObject>();
  /** The members that expressions after the first of these tasks read of their input. */
  readonly inputReads: InputRead[] = [];
  /** Counts the tasks that export to `$context`. */
  exports = 0;
  #extensions: readonly TypedExtension[] = [];
  readonly #extensionsByType = new Map<string | undefined, readonly Extension[] | undefined>();
  #tasks = 0;
  #trying = false;

  /**
   * @param texts texts of the files that the flow names, by what they hold, as far as they are known
   * @param isFunction true for the task of such a function, which the timeline leaves out
   */
  constructor(
    readonly definition: JsonObject,
    readonly texts: Readonly<Record<string, string>> = {},
    readonly isFunction = false,
  ) {
    this.#use = objectOr(definition['use']);
    this.loose = objectOr(definition['evaluate'])['mode'] === 'loose';
    const { secrets } = this.#use;
    this.secrets = Array.isArray(secrets) ? secrets.filter((name) => typeof name === 'string') : [];
    const isList = Array.isArray(secrets) && this.secrets.length === secrets.length;
    this.#knowsSecrets = definition['secrets'] === undefined && (secrets === undefined || isList);
    for (const [index, name] of this.secrets.entries()) {
      if (!isInstallationSecret(name)) continue;
      const message = `the secret \`${name}\` is one of the installation, which flows cannot use`;
      const hint = 'Store the secret under a path that does not begin with `platform/`.';
      this.report({ rule: 'secret-reserved', pointer: `/use/secrets/${index}`, message, hint });
    }
  }

  /** Adds a finding once, however often the part is compiled; returns undefined, for use as the result. */
  report(finding: Report): undefined {
    const id = `${finding.pointer} ${finding.offset ?? ''} ${finding.message}`;
    if (this.#seen.has(id)) return undefined;
    this.#seen.add(id);
    const severity = this.#trying ? 'warning' : (finding.severity ?? 'error');
    this.findings.push({ ...finding, severity });
  }

  /** Adds a note once, however often the part is compiled; none of a part that no run executes. */
  note(note: FlowNote): void {
    const id = JSON.stringify(note);
    if (this.#trying || this.#seen.has(id)) return;
    this.#seen.add(id);
    this.notes.push(note);
  }

  /** Notes a need of a part that runs execute. */
  requires(need: FlowNeed): void {
    if (!this.#trying) this.#needs.set(JSON.stringify(need), need);
  }

  /** Notes state of the leader that a part uses which runs execute. */
  needsLeader(state: LeaderState): void {
    if (!this.#trying) this.#leaderStates.add(state);
  }

  get leaderStates(): readonly LeaderState[] {
    return [...this.#leaderStates];
  }

  get needs(): readonly FlowNeed[] {
    return [...this.#needs.values()];
  }

  /** Reports an error in the structure of the document. */
  fault(pointer: string, message: string, hint?: string): undefined {
    this.report({ rule: 'flow-structure', pointer, message, ...(hint === undefined ? {} : { hint }) });
  }

  /**
   * Reports a part of the language that the engine does not have.
   * @param hint names what to use
   */
  unsupported(pointer: string, message: string, hint: string): undefined {
    this.report({ rule: 'not-supported', pointer, message, hint });
  }

  /** Applies extensions to the tasks that are compiled from now on. */
  extend(extensions: readonly TypedExtension[]): void {
    this.#extensions = extensions;
    this.#extensionsByType.clear();
  }

  /** Returns the extensions of tasks of a type, the outermost first. */
  findExtensions(type: string | undefined): readonly Extension[] | undefined {
    if (this.#extensions.length === 0) return undefined;
    if (!this.#extensionsByType.has(type)) {
      const matches = this.#extensions.filter((each) => each.type === undefined || each.type === type);
      this.#extensionsByType.set(type, matches.length > 0 ? matches : undefined);
    }
    return this.#extensionsByType.get(type);
  }

  /** Compiles a part that no run executes: its faults are warnings, and its references do not count as used. */
  onTrial(compile: () => void): void {
    const collected = [this.connections, this.subflows, this.entities, this.files];
    const lengths = collected.map(({ length }) => length);
    this.#trying = true;
    compile();
    this.#trying = false;
    for (const [index, list] of collected.entries()) list.length = lengths[index] ?? 0;
  }

  /** True while a part is compiled that no run executes. */
  get isTrial(): boolean {
    return this.#trying;
  }

  /** Counts a task; returns false when there are too many. */
  countTask(pointer: string): boolean {
    if (++this.#tasks <= maxTasks) return true;
    this.fault(
      pointer.startsWith('/use/') ? pointer : '/do',
      `the flow has more than ${maxTasks} tasks once the tasks of its functions are counted at each call`,
      'Break it up with `run: workflow`.',
    );
    return false;
  }

  /** Compiles a function for one of its calls; reports a function that contains itself and returns undefined. */
  inside<T>(component: string, pointer: string, compile: () => T): T | undefined {
    if (this.#open.includes(component)) {
      return this.fault(pointer, 'the function calls itself, directly or through another');
    }
    this.#open.push(component);
    const compiled = compile();
    this.#open.pop();
    return compiled;
  }

  /** Notes a file once, and returns its text, if it is known; a flow names a limited number of files. */
  usesFile(use: FlowUses['files'][number]): string | undefined {
    const { holds, pointer, args } = use;
    const text = member(this.texts, holds);
    if (typeof text === 'string') return text;
    const noted = this.files.find((each) => each.holds === holds);
    if (noted) noted.args.push(...args);
    else if (this.files.length < maxFiles) this.files.push(use);
    else this.fault(pointer, `the flow names more than ${maxFiles} functions of catalogs and files of code`);
    return undefined;
  }

  components(kind: ComponentKind): readonly string[] {
    return Object.keys(objectOr(this.#use[kind]));
  }

  /** Returns true when a task has asked for the component. */
  isUsed(kind: ComponentKind, name: string): boolean {
    return this.#used.has(pointerTo(`/use/${kind}`, name));
  }

  /** Returns a component written in place, or the one of `use` that a string names; reports an unknown name. */
  component(kind: ComponentKind, definition: Json, pointer: string): Component<Json> | undefined {
    if (typeof definition !== 'string') return { value: definition, pointer };
    const name = definition;
    const value = member(objectOr(this.#use[kind]), name);
    if (value !== undefined) {
      const at = pointerTo(`/use/${kind}`, name);
      this.#used.add(at);
      return { value, pointer: at };
    }
    const candidates = this.components(kind);
    const message = `\`${name}\` is not in \`use.${kind}\``;
    const isDuration = kind === 'timeouts' && typeof parseDuration(name) === 'number';
    const hint = isDuration ? { hint: `Write \`timeout: { after: ${name} }\`.` } : {};
    return this.unknown({ message, name, candidates, pointer, ...hint });
  }

  /** Reports a name that refers to nothing. */
  unknown(
    { message, name, candidates, pointer, offset, hint: otherwise }: UnknownName,
    rule: 'reference-unknown' | 'secret-undeclared' = 'reference-unknown',
  ): undefined {
    const close = nearest(name, candidates);
    const hint = close === undefined ? otherwise : `Did you mean \`${close}\`?`;
    this.report({
      rule,
      pointer,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(offset === undefined ? {} : { offset }),
    });
  }

  /**
   * Reports a secret that `use.secrets` does not name, which no run can read.
   * @param offset of the name, when it is in an expression
   */
  usesSecret(name: string, pointer: string, offset?: number): void {
    if (!this.#knowsSecrets || this.secrets.includes(name)) return;
    const message = `the secret \`${name}\` is not in \`use.secrets\``;
    const hint = `Add \`${name}\` to the list \`use.secrets\`.`;
    const finding = { message, name, candidates: this.secrets, pointer, hint };
    // Former versions did not check expressions: their rule is one that an upgrade tolerates.
    if (offset === undefined) this.unknown(finding);
    else this.unknown({ ...finding, offset }, 'secret-undeclared');
  }
}
