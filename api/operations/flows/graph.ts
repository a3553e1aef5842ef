import { findTaskType } from '../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** Draws the top-level tasks of a flow document and their transitions as a Mermaid flowchart. */
export function createGraph(definition: JsonObject): string {
  const tasks = getTasks(definition['do']);
  const lines = ['flowchart TD', '  start([start])'];
  for (const [index, task] of tasks.entries()) lines.push(`  t${index}${box(task)}`);
  lines.push('  finish([end])', `  start --> ${nodeAt(0, tasks)}`);
  for (const [index, task] of tasks.entries()) {
    for (const { label, to } of exits(task)) {
      const arrow = label === undefined ? '-->' : `-->|${quote(label)}|`;
      lines.push(`  t${index} ${arrow} ${target(to, index, tasks)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

interface NamedTask {
  name: string;
  type: string;
  task: JsonObject;
}

function getTasks(list: Json | undefined): NamedTask[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const [name, task] = isObject(item) ? (Object.entries(item)[0] ?? []) : [];
    if (name === undefined || !isObject(task)) return [];
    const type = findTaskType(task)?.key ?? 'task';
    return [{ name, type, task }];
  });
}

function box({ name, type, task }: NamedTask): string {
  const what = type === 'call' && typeof task['call'] === 'string' ? `call ${task['call']}` : type;
  const text = quote(`${name}<br/>${what}`);
  return type === 'switch' ? `{${text}}` : `[${text}]`;
}

/** Returns the transitions of a task: one for each case of a switch, else its `then`. */
function exits({ type, task }: NamedTask): { label?: string; to: Json | undefined }[] {
  if (type !== 'switch' || !Array.isArray(task['switch'])) return [{ to: task['then'] }];
  const cases = task['switch'].flatMap((item) => {
    const [label, branch] = isObject(item) ? (Object.entries(item)[0] ?? []) : [];
    return label !== undefined && isObject(branch)
      ? [{ label, to: branch['then'], open: !branch['when'] }]
      : [];
  });
  return cases.some(({ open }) => open) ? cases : [...cases, { label: 'otherwise', to: task['then'] }];
}

function target(then: Json | undefined, index: number, tasks: readonly NamedTask[]): string {
  if (then === undefined || then === 'continue') return nodeAt(index + 1, tasks);
  if (then === 'exit' || then === 'end') return 'finish';
  const named = tasks.findIndex((task) => task.name === then);
  return named < 0 ? 'finish' : nodeAt(named, tasks);
}

function nodeAt(index: number, tasks: readonly NamedTask[]): string {
  return index < tasks.length ? `t${index}` : 'finish';
}

/** Quotes a text for Mermaid, which writes special characters as entities. */
function quote(text: string): string {
  const safe = text
    .replaceAll('#', '#35;')
    .replaceAll('"', '#quot;')
    .replaceAll('|', '#124;')
    .replaceAll('\n', ' ');
  return `"${safe}"`;
}
