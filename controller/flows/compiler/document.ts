import type { Json, JsonObject } from '../../../schemas/json.js';
import { nearest } from '../../problems/index.js';
import type { FlowFinding, FlowPlan } from '../contract.js';
import { child } from '../data/pointer.js';
import { member, objectOr } from '../data/values.js';
import type { Component, ComponentKind, Report } from '../tasks/contract.js';

/** The most tasks one flow may come to once its functions are put in place. */
const mostTasks = 10_000;
/** No document found anything useful deeper than this. */
export const deepest = 100;

type Connections = FlowPlan['connections'][number][];
type Subflows = FlowPlan['subflows'][number][];
type Entities = FlowPlan['entities'][number][];

/** What is known of the whole document while it is being compiled. */
export class DocumentContext {
  readonly findings: FlowFinding[] = [];
  readonly connections: Connections = [];
  readonly subflows: Subflows = [];
  readonly entities: Entities = [];
  readonly secrets: readonly string[];
  /** `evaluate.mode` is `loose`. */
  readonly loose: boolean;
  private readonly use: JsonObject;
  private readonly extensions: readonly { extend: Json; pointer: string }[];
  /** Functions being put in place. */
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
  }

  /** Once for each fault, however often the part of the document is compiled. */
  report(finding: Report): void {
    const id = `${finding.pointer} ${finding.offset ?? ''} ${finding.message}`;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    const severity = this.trying ? 'warning' : (finding.severity ?? 'error');
    this.findings.push({ ...finding, severity });
  }

  /** Compiles something that no run comes to: its faults are warnings, and it uses nothing. */
  onTrial(compile: () => void): void {
    const collected = [this.connections, this.subflows, this.entities];
    const lengths = collected.map(({ length }) => length);
    this.trying = true;
    compile();
    this.trying = false;
    for (const [index, list] of collected.entries()) list.length = lengths[index] ?? 0;
  }

  /** Counts a task; false when there are too many. */
  countTask(pointer: string): boolean {
    if (++this.tasks <= mostTasks) return true;
    this.report({
      rule: 'flow-structure',
      pointer: pointer.startsWith('/use/') ? pointer : '/do',
      message: `the flow has more than ${mostTasks} tasks once its functions are put in place`,
      hint: 'Break it up with `run: workflow`.',
    });
    return false;
  }

  /** The pointer of the extension that says it changes tasks of this type. */
  extensionOf(taskType: string): string | undefined {
    return this.extensions.find(({ extend }) => extend === 'all' || extend === taskType)?.pointer;
  }

  /** Compiles a function in place of its call; undefined, and reported, when it contains itself. */
  inside<T>(component: string, pointer: string, compile: () => T): T | undefined {
    if (this.open.includes(component)) {
      this.report({ rule: 'flow-structure', pointer, message: 'the function comes to call itself' });
      return undefined;
    }
    this.open.push(component);
    const compiled = compile();
    this.open.pop();
    return compiled;
  }

  components(kind: ComponentKind): readonly string[] {
    return Object.keys(objectOr(this.use[kind]));
  }

  /** Whether some task has asked for the component. */
  isUsed(kind: ComponentKind, name: string): boolean {
    return this.used.has(child(`/use/${kind}`, name));
  }

  component(kind: ComponentKind, name: string, pointer: string): Component<Json> | undefined {
    const value = member(objectOr(this.use[kind]), name);
    if (value !== undefined) {
      const at = child(`/use/${kind}`, name);
      this.used.add(at);
      return { value, pointer: at };
    }
    this.unknown(`\`${name}\` is not in \`use.${kind}\``, name, this.components(kind), pointer);
    return undefined;
  }

  unknown(
    message: string,
    name: string,
    candidates: readonly string[],
    pointer: string,
    otherwise?: string,
  ): void {
    const close = nearest(name, candidates);
    const hint = close === undefined ? otherwise : `Did you mean \`${close}\`?`;
    this.report({ rule: 'reference-unknown', pointer, message, ...(hint === undefined ? {} : { hint }) });
  }
}

function readExtension(item: Json, index: number): { extend: Json; pointer: string }[] {
  return Object.entries(objectOr(item)).map(([name, extension]) => ({
    extend: objectOr(extension)['extend'] ?? 'all',
    pointer: child(child('/use/extensions', index), name),
  }));
}
