import type { JsonObject } from '../../../schemas/json/types.js';
import { member } from '../../../schemas/json/values.js';
import type { TaskType } from '../plan/task-type.js';
import { call } from './call.js';
import { doTask } from './do.js';
import { emit } from './emit.js';
import { forTask } from './for.js';
import { fork } from './fork.js';
import { listen } from './listen.js';
import { raise } from './raise.js';
import { run } from './run.js';
import { set } from './set.js';
import { switchTask } from './switch.js';
import { tryTask } from './try.js';
import { wait } from './wait.js';

/** Every task type of the language. `do` comes last: a loop has one, too. */
export const taskTypes: readonly TaskType[] = [
  call,
  emit,
  forTask,
  fork,
  listen,
  raise,
  run,
  set,
  switchTask,
  tryTask,
  wait,
  doTask,
];

/** Returns the task type of a definition; undefined when it has the key of none. */
export function findTaskType(definition: JsonObject): TaskType | undefined {
  return taskTypes.find(({ key }) => member(definition, key) !== undefined);
}
