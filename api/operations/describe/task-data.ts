import { findTaskType } from '../../../controller/flows/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, parsePointer, pointerTo } from '../../../schemas/json/values.js';

/** A task of a flow with its place in the list of tasks. */
interface Place {
  reference: string;
  name: string;
  task: JsonObject;
  list: readonly Json[];
  index: number;
  /** The reference of the list. */
  block: string;
}

/** Returns the data that the expressions of one task see. */
export function dataAt(definition: JsonObject, reference: string): JsonObject {
  const path = placesTo(definition, reference);
  const here = path.at(-1);
  if (!here) throw unknownTask(definition, reference);
  const locals = path.slice(0, -1).flatMap((outer, at) => getLocals(outer, path[at + 1]?.block ?? ''));
  const exported = exportsBefore(path);
  const { secrets } = objectOr(definition['use']);
  return {
    reference: here.reference,
    task: getTaskType(here.task),
    variables: {
      '.': `${comesFrom(path)}${here.task['input'] !== undefined ? ' Then `input.from` of the task shapes it.' : ''}`,
      $input:
        'The same as `.` before the task; in `output.as` and `export.as` it is still that, while `.` is the output.',
      $context:
        exported.length > 0
          ? `As exported by ${exported.map((each) => `\`${each}\``).join(', ')}.`
          : 'The input of the flow: no task before this one exports.',
      '$workflow.input': getParameters(objectOr(definition['input'])),
      '$runtime.metadata.environment.variables': 'The variables of the environment of the run.',
      ...(secrets === undefined ? {} : { $secrets: secrets }),
      ...Object.fromEntries(locals),
    },
  };
}

/** Returns the tasks from the outermost to the one that the reference names. */
function placesTo(definition: JsonObject, reference: string): Place[] {
  const steps = parsePointer(reference) ?? [];
  const path: Place[] = [];
  let at: Json = definition;
  let block = '';
  steps.forEach((step, depth) => {
    const list = at;
    at = (Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined) ?? null;
    const name = steps[depth + 1];
    const task = name !== undefined && isObject(at) ? at[name] : undefined;
    if (Array.isArray(list) && name !== undefined && isObject(task)) {
      const index = Number(step);
      const own = pointerTo(pointerTo(block, index), name);
      path.push({ reference: own, name, task, list, index, block });
    }
    block = pointerTo(block, step);
  });
  return path.at(-1)?.reference === reference ? path : [];
}

/** Names the tasks whose output is the `.` of the last place. */
function comesFrom(path: readonly Place[]): string {
  const here = path.at(-1) as Place;
  const before = here.list.flatMap((item, index) => {
    const [name = '', task] = isObject(item) ? (Object.entries(item)[0] ?? []) : [];
    if (!isObject(task) || !leadsTo(task, index, here)) return [];
    return [`the output of \`${pointerTo(pointerTo(here.block, index), name)}\`${getMembers(task)}`];
  });
  if (here.index === 0) before.unshift(getStart(path));
  if (before.length === 0) return 'No task leads here.';
  const text = before.join(', or ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function getStart(path: readonly Place[]): string {
  const outer = path.at(-2);
  if (!outer) return 'the input of the flow';
  const isLoop = outer.task['for'] !== undefined;
  const inOrder = isLoop && outer.task['metadata'] === undefined;
  return `the input of the task \`${outer.reference}\`${inOrder ? ' in the first iteration, then the output of the iteration before' : ''}`;
}

function leadsTo(task: JsonObject, index: number, here: Place): boolean {
  if (task['raise'] !== undefined) return false;
  const cases = Array.isArray(task['switch']) ? task['switch'] : undefined;
  const targets = cases
    ? cases.flatMap((each) => (isObject(each) ? Object.values(each) : [])).map((each) => findThen(each))
    : [findThen(task)];
  if (targets.includes(here.name)) return true;
  const continues = targets.includes(undefined) || targets.includes('continue');
  const isOpen = cases !== undefined && findThen(task) === undefined && !cases.some(isDefault);
  return index === here.index - 1 && (continues || isOpen);
}

function findThen(value: Json | undefined): Json | undefined {
  return isObject(value) ? value['then'] : undefined;
}

function isDefault(item: Json): boolean {
  const [only] = isObject(item) ? Object.values(item) : [];
  return isObject(only) && only['when'] === undefined;
}

/** The members of an output, as far as the document shows them. */
function getMembers(task: JsonObject): string {
  if (task['switch'] !== undefined) return ', a switch, which passes its own `.` on';
  const output = objectOr(task['output'])['as'] ?? task['set'];
  if (isObject(output)) {
    const names = Object.keys(output).map((name) => `\`${name}\``);
    return ` with ${names.join(', ')}`;
  }
  if (typeof output === 'string') return ` (\`${output.trim().slice(0, 120)}\`)`;
  return typeof task['call'] === 'string' ? ` (the answer of \`${task['call']}\`)` : '';
}

function exportsBefore(path: readonly Place[]): string[] {
  return path.flatMap(({ list, index, block }) =>
    list.slice(0, index).flatMap((item, at) => {
      const [name = '', task] = isObject(item) ? (Object.entries(item)[0] ?? []) : [];
      return objectOr(task)['export'] !== undefined ? [pointerTo(pointerTo(block, at), name)] : [];
    }),
  );
}

/** The variables that a task gives to the tasks inside of it. */
function getLocals({ task }: Place, inner: string): [string, string][] {
  if (isObject(task['for'])) {
    const { each = 'item', at = 'index', in: items } = task['for'];
    return [
      [`$${String(each)}`, `The item of \`${String(items)}\`.`],
      [`$${String(at)}`, 'Its index, from 0.'],
    ];
  }
  if (isObject(task['catch']) && inner.includes('/catch')) {
    const { as = 'error' } = task['catch'];
    return [[`$${String(as)}`, 'The error: `type`, `status`, `title`, `detail`, `instance`.']];
  }
  return [];
}

function getTaskType(task: JsonObject): string {
  const type = findTaskType(task)?.key ?? 'task';
  return type === 'call' ? `call ${String(task['call'])}` : type;
}

function getParameters({ schema }: JsonObject): string {
  const properties = objectOr(objectOr(objectOr(schema)['document'])['properties']);
  if (Object.keys(properties).length === 0) return 'The parameters of the flow.';
  const names = Object.keys(properties).map((name) => `\`${name}\``);
  return `The parameters of the flow: ${names.join(', ')}.`;
}

/** Returns the references of all tasks, in the order of the document. */
export function referencesIn(value: Json, at = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const [name, task] = isObject(item) ? (Object.entries(item)[0] ?? []) : [];
      if (name === undefined || !isObject(task) || !findTaskType(task)) return [];
      const own = pointerTo(pointerTo(at, index), name);
      return [own, ...getInner(task, own)];
    });
  }
  return isObject(value) ? getInner(value, at) : [];
}

function getInner(task: JsonObject, at: string): string[] {
  return ['do', 'try', 'catch', 'fork', 'branches', 'foreach'].flatMap((key) =>
    task[key] === undefined ? [] : referencesIn(task[key] as Json, pointerTo(at, key)),
  );
}

function unknownTask(definition: JsonObject, reference: string): Problem {
  const fields = getInner(definition, '').slice(0, 30);
  return new Problem('request_invalid', `The flow has no task \`${reference}\``, {
    errors: [{ pointer: '/topic', message: 'names no task' }],
    hints: [`Call describe again with one of these as \`topic\`: ${fields.join(', ')}.`],
  });
}
