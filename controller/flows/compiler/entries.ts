import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, pointerTo } from '../../../schemas/json/values.js';
import { getKind } from '../data/values.js';
import { findTaskType, taskTypes } from '../tasks/index.js';
import type { DocumentContext } from './document.js';

/** A task of a block as it is written. */
export interface Entry {
  name: string;
  definition: Json;
  /** The end of its pointer, below the block. */
  suffix: string;
  /** False when the definition is not known, because it is in the wrong place. */
  whole: boolean;
}

const types = taskTypes.map(({ key }) => key);
/** The fields of tasks, which stand below the name of one. */
const fields = new Set([
  ...types,
  'with',
  'if',
  'input',
  'output',
  'export',
  'timeout',
  'then',
  'metadata',
  'catch',
  'while',
  'foreach',
]);

/** Does nothing; stands for a task in the wrong place, so that others can name it. */
const unknownTask = { do: [] };

/** Reads the list of tasks; reports items that are no named task. */
export function readEntries(document: DocumentContext, value: Json | undefined, pointer: string): Entry[] {
  if (isObject(value) && Object.keys(value).length > 0) return readObject(document, value, pointer);
  if (!Array.isArray(value)) {
    document.fault(pointer, `tasks are a list, not ${getKind(value)}`, 'Write `- <name>:` for each task.');
    return [];
  }
  // A `catch` without tasks passes over the error.
  if (value.length === 0 && value !== unknownTask.do && !document.isTrial && !pointer.endsWith('/catch/do')) {
    const message = 'the list has no task: it does nothing';
    const hint = 'Write `- <name>:` for each task.';
    document.report({ rule: 'flow-structure', severity: 'warning', pointer, message, hint });
  }
  const entries = value.flatMap((item, index) => readItem(document, item, pointer, index));
  reportDuplicates(document, entries, pointer);
  return entries;
}

/** Tasks without the dashes of a list. */
function readObject(document: DocumentContext, value: JsonObject, pointer: string): Entry[] {
  const names = Object.keys(value);
  const type = names.find((name) => types.includes(name));
  const [hint, message] =
    type === undefined
      ? [
          `Write \`- ${names[0]}:\` for the task, and indent its fields further.`,
          'tasks are a list: each begins with a dash',
        ]
      : [`Write \`- <name>:\` and indent \`${type}\` below it.`, 'tasks are a list, and each has a name'];
  document.report({ rule: 'indentation', pointer, at: 'name', replaces: pointer, message, hint });
  if (type !== undefined) return [];
  return names.map((name) => ({
    name,
    definition: value[name] ?? null,
    suffix: pointerTo('', name),
    whole: false,
  }));
}

function readItem(document: DocumentContext, item: Json, block: string, index: number): Entry[] {
  const pointer = pointerTo(block, index);
  const names = isObject(item) ? Object.keys(item) : [];
  const entry = (name: string, definition: Json, whole: boolean): Entry => {
    return { name, definition, whole, suffix: pointerTo(pointerTo('', index), name) };
  };
  const [name] = names;
  if (name === undefined || !isObject(item)) {
    document.fault(pointer, 'must be a named task', 'Write `- <name>:` and indent the task below it.');
    return [];
  }
  const definition = item[name] ?? null;
  if (
    types.includes(name) &&
    (names.length > 1 ? names.every((each) => fields.has(each)) : isTypeAlone(definition))
  ) {
    const hint = `Write \`- <name>:\` and indent \`${name}\` below it.`;
    const message = 'the task has no name';
    document.report({
      rule: 'indentation',
      pointer: pointerTo(pointer, name),
      at: 'name',
      replaces: pointer,
      message,
      hint,
    });
    return [];
  }
  if (names.length === 1) return [entry(name, definition, true)];
  const misplaced = names.slice(1).filter((each) => fields.has(each));
  const [first] = misplaced;
  if (first === undefined) {
    const hint = 'Write `- <name>:` for each, and indent the task below it.';
    document.report({
      rule: 'flow-structure',
      pointer,
      replaces: pointer,
      message: `one task to an item, not ${listed(names)}`,
      hint,
    });
    return names.map((each) => entry(each, unknownTask, false));
  }
  if (typeof definition === 'string' && /^(?:name|id|task|step)$/.test(name)) {
    const shown = definition.slice(0, 60);
    const message = `\`${name}\` is no field of a task: its name is the key that it stands under`;
    const hint = `Write \`- ${shown}:\`, and indent ${listed(misplaced)} below it.`;
    const at = { pointer: pointerTo(pointer, name), at: 'name', replaces: pointer } as const;
    document.report({ rule: 'indentation', ...at, message, hint });
    return [entry(definition, unknownTask, false)];
  }
  document.report({
    rule: 'indentation',
    pointer: pointerTo(pointer, first),
    at: 'name',
    replaces: pointer,
    message: `\`${first}\` is beside the name of the task \`${name.slice(0, 60)}\`, not below it`,
    hint: `Indent ${listed(misplaced)} further than \`${name.slice(0, 60)}\`.`,
  });
  return [entry(name, unknownTask, false)];
}

/** True for the value of a task type in the place of a task: a text, or an object without a task type. */
function isTypeAlone(definition: Json): boolean {
  if (isObject(definition))
    return Object.keys(definition).length > 0 && findTaskType(definition) === undefined;
  return definition !== null;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `\`${name.slice(0, 60)}\``);
  return names.length > 5 ? `${shown.join(', ')}, …` : shown.join(', ');
}

function reportDuplicates(document: DocumentContext, entries: readonly Entry[], pointer: string): void {
  const seen = new Set<string>();
  for (const { name, suffix } of entries) {
    if (!seen.has(name)) {
      seen.add(name);
      continue;
    }
    document.report({
      rule: 'task-duplicate',
      severity: 'warning',
      pointer: pointer + suffix,
      at: 'name',
      message: `another task of this list is named \`${name.slice(0, 60)}\` as well`,
      hint: 'Rename one of them: `then` goes to the first.',
    });
  }
}
