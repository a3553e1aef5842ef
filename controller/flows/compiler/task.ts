import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import type { ArgumentCheck } from '../../json-schema/index.js';
import { getKind, toText } from '../data/values.js';
import type {
  AskedAssignee,
  FlowNeed,
  FlowNote,
  FlowUses,
  LeaderState,
  PlacedArguments,
} from '../plan/flow-plan.js';
import type { FlowReference } from '../plan/host.js';
import {
  type Block,
  CONTINUE,
  type DurationOf,
  END,
  type Evaluator,
  EXIT,
  type Gate,
  type TaskBody,
  type TaskNode,
} from '../plan/node.js';
import type {
  Component,
  ComponentKind,
  EntityUse,
  Report,
  TaskContext,
  TaskType,
  UnknownName,
} from '../plan/task-type.js';
import type { Template } from '../plan/template.js';
import { getEmitted } from '../tasks/emit.js';
import { findTaskType, taskTypes } from '../tasks/index.js';
import { type BlockPlace, compileBlock, type TaskPlace } from './block.js';
import { knownArguments } from './call-arguments.js';
import { findFunction } from './catalog-function.js';
import { type DocumentContext, deepest } from './document.js';
import { ExpressionCompiler } from './expressions.js';
import { compileDuration, compileGate, compileTimeout } from './fields.js';

/** Compiles the tasks of a block. */
export function compileTasks(document: DocumentContext, value: Json | undefined, place: BlockPlace): Block {
  return compileBlock(document, value, place, (task, each) => compileTask(document, task, each));
}

/** Compiles a task of the document to a node of the plan. A task with faults is reported, and its node does nothing. */
export function compileTask(document: DocumentContext, value: Json, place: TaskPlace): TaskNode {
  const definition = isObject(value) ? value : {};
  const { pointer } = place;
  const expressions = new ExpressionCompiler(document, pointer, place.locals);
  const context = new TaskCompiler(document, place, expressions);
  const type = readType(document, value, place);
  if (type?.key !== 'for') warnOfConcurrency(document, definition['metadata'], pointer);
  if (definition['export'] !== undefined) document.exports++;
  if (type?.key === 'emit') document.emissions.set(pointer, getEmitted(definition));
  const extensions = document.findExtensions(type?.key);
  const exports = definition['export'] !== undefined || extensions?.some((each) => each.exports);
  if (place.loop !== undefined && exports) refuseExport(document, definition, place);
  const gate = (name: string, position: 'task-input' | 'task-output' | 'export') =>
    compileGate(expressions, definition[name], `${pointer}/${name}`, position);
  return {
    reference: place.reference,
    name: place.name,
    definition,
    segment: place.segment,
    type: type?.key ?? 'unknown',
    condition: expressions.condition(definition['if'], `${pointer}/if`, 'task-input'),
    input: gate('input', 'task-input'),
    output: gate('output', 'task-output'),
    export: gate('export', 'export'),
    timeout: compileTimeout(expressions, definition['timeout'], `${pointer}/timeout`),
    body: type?.compile(definition, context) ?? emptyBody,
    extensions,
    next: context.directive(definition['then'], `${pointer}/then`),
    quiet: place.quiet || document.isFunction,
    // Last: known only when all of the above is compiled.
    usesSecrets: expressions.uses.secrets || (extensions?.some((each) => each.usesSecrets) ?? false),
    usesTask: expressions.uses.task,
  };
}

function readType(document: DocumentContext, value: Json, place: TaskPlace): TaskType | undefined {
  const { pointer } = place;
  if (!isObject(value)) return document.fault(pointer, `a task is an object, not ${getKind(value)}`);
  if (!document.countTask(pointer)) return undefined;
  if (place.depth > deepest) return document.fault(pointer, `is nested deeper than ${deepest} levels`);
  const type = findTaskType(value);
  if (type !== undefined) return type;
  const keys = taskTypes.map(({ key }) => key);
  const close = Object.keys(value).flatMap((key) => nearest(key, keys) ?? [])[0];
  const hint = close === undefined ? `A task has one of ${keys.join(', ')}.` : `Did you mean \`${close}\`?`;
  return document.fault(pointer, `\`${place.name}\` has no task type`, hint);
}

/** Warns of the concurrency of loops at a task that is none. */
function warnOfConcurrency(document: DocumentContext, metadata: Json | undefined, pointer: string): void {
  if (objectOr(metadata)['concurrency'] === undefined) return;
  const message = '`metadata.concurrency` does nothing here: it is for `for` tasks';
  const hint = 'Remove it; `fork` runs branches side by side.';
  const at = `${pointer}/metadata/concurrency`;
  document.report({ rule: 'flow-structure', severity: 'warning', pointer: at, at: 'name', message, hint });
}

/** Reports an export inside of a loop whose iterations run side by side, as their order would decide what it leaves. */
function refuseExport(document: DocumentContext, task: JsonObject, { pointer, loop }: TaskPlace): void {
  if (task['export'] === undefined) {
    const message = `an extension with \`export\` cannot extend iterations that run side by side (\`${loop}/metadata/concurrency\`)`;
    const hint = 'Restrict `extend` to other task types, or remove `metadata.concurrency`.';
    document.fault(pointer, message, hint);
    return;
  }
  const message = `iterations that run side by side (\`${loop}/metadata/concurrency\`) cannot export to \`$context\``;
  const hint = "Let the tasks give the value as output: the loop's output is the list of them.";
  document.fault(`${pointer}/export`, message, hint);
}

/** Performs nothing; the body of a task that does not compile. */
const emptyBody: TaskBody = { perform: (_, input) => input };

class TaskCompiler implements TaskContext {
  constructor(
    private readonly document: DocumentContext,
    private readonly place: TaskPlace,
    private readonly expressions: ExpressionCompiler,
  ) {}

  get pointer(): string {
    return this.place.pointer;
  }
  get usesAuthorization(): boolean {
    return this.expressions.uses.authorization;
  }

  report(finding: Report): undefined {
    this.document.report(finding);
  }
  fault(pointer: string, message: string, hint?: string): undefined {
    this.document.fault(pointer, message, hint);
  }
  template(value: Json, pointer: string): Template {
    return this.expressions.template(value, pointer, 'definition');
  }
  parts(value: string, pointer: string): readonly (Template & { kind: 'text' | 'expression' })[] {
    return this.expressions.parts(value, pointer, 'definition');
  }
  expression(value: Json | undefined, pointer: string): Evaluator | undefined {
    return this.expressions.expression(value, pointer, 'definition');
  }
  condition(value: Json | undefined, pointer: string): Evaluator | undefined {
    return this.expressions.condition(value, pointer, 'definition');
  }
  gate(value: Json | undefined, pointer: string, position: 'task-output' | 'export'): Gate | undefined {
    return compileGate(this.expressions, value, pointer, position);
  }
  duration(value: Json, pointer: string): DurationOf {
    return compileDuration(this.expressions, value, pointer);
  }
  withLocals(locals: readonly string[]): TaskContext {
    return new TaskCompiler(this.document, this.place, this.expressions.withLocals(locals));
  }
  sideBySide(): TaskContext {
    const place = { ...this.place, loop: this.pointer };
    return new TaskCompiler(this.document, place, this.expressions);
  }

  directive(value: Json | undefined, pointer: string): number {
    if (value === undefined || value === 'continue') return CONTINUE;
    if (value === 'exit') return EXIT;
    if (value === 'end') return END;
    const { siblings, concurrent } = this.place;
    const index = typeof value === 'string' && !concurrent ? siblings.indexOf(value) : -1;
    if (index >= 0) return index;
    const names = [...siblings, 'continue', 'exit', 'end'];
    const close = typeof value === 'string' && !concurrent ? nearest(value, names) : undefined;
    this.document.report({
      rule: 'then-unknown',
      pointer,
      message: concurrent
        ? 'branches of a fork cannot go to one another'
        : `\`${toText(value)}\` is not a task of this block`,
      hint:
        close === undefined
          ? 'Use `continue`, `exit`, `end` or a task beside this one.'
          : `Did you mean \`${close}\`?`,
    });
    return CONTINUE;
  }

  block(value: Json | undefined, pointer: string, concurrent = false): Block {
    const suffix = pointer.slice(this.pointer.length);
    return compileTasks(this.document, value, {
      pointer,
      reference: this.place.reference + suffix,
      segment: suffix,
      locals: this.expressions.locals,
      depth: this.place.depth + 1,
      concurrent,
      loop: this.place.loop,
    });
  }

  inline(name: string, component: Component, keepsLocals = false): TaskNode | undefined {
    return this.document.inside(component.pointer, this.pointer, () =>
      compileTask(this.document, component.value, {
        pointer: component.pointer,
        reference: this.place.reference,
        segment: pointerTo('', name),
        locals: keepsLocals ? this.expressions.locals : [],
        depth: this.place.depth + 1,
        name,
        siblings: [],
        concurrent: false,
        loop: this.place.loop,
        quiet: true,
      }),
    );
  }

  component(kind: ComponentKind, definition: Json, pointer: string): Component<Json> | undefined {
    return this.document.component(kind, definition, pointer);
  }
  unknown(unknown: UnknownName): undefined {
    this.document.unknown(unknown);
  }
  components(kind: ComponentKind): readonly string[] {
    return this.document.components(kind);
  }
  note(note: FlowNote): void {
    this.document.note(note);
  }
  usesConnection(use: FlowUses['connections'][number]): void {
    this.document.connections.push(use);
  }
  listensFor(events: { mayConsume(type: string): boolean }): void {
    this.document.listens.push(events);
  }
  asksPeople(notifies: boolean, assignees: readonly AskedAssignee[]): void {
    this.document.asksPeople = true;
    this.document.askedAssignees.push(...assignees);
    this.document.notifiesPeople ||= notifies;
  }
  needsLeader(state: LeaderState): void {
    this.document.needsLeader(state);
  }

  requires(need: FlowNeed): void {
    this.document.requires(need);
  }
  usesFlow(flow: FlowReference, pointer: string, args: PlacedArguments | undefined): void {
    this.document.subflows.push({ ...flow, pointer, args });
  }
  usesEntity(use: EntityUse): void {
    this.document.entities.push(use);
  }
  reportArguments(check: ArgumentCheck, callee: string, { value, pointer }: PlacedArguments): void {
    // A component that no task uses is compiled with a call that passes nothing.
    if (this.document.isTrial) return;
    for (const fault of check.written(knownArguments(this.document.definition, value), callee)) {
      this.document.report({ ...fault, pointer: pointer + fault.pointer });
    }
  }
  catalogs(): JsonObject {
    return objectOr(objectOr(this.document.definition['use'])['catalogs']);
  }
  usesFile(use: FlowUses['files'][number]): string | undefined {
    return this.document.usesFile(use);
  }
  findFunction(call: string): TaskNode | undefined {
    return findFunction(this.document, call, compileTask);
  }
  usesSecret(name: string, pointer: string): void {
    this.document.usesSecret(name, pointer);
  }
}
