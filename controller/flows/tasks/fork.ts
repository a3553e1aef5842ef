import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject, member, objectOr } from '../../../schemas/json/values.js';
import { JoinedSignal } from '../../concurrency/signals.js';
import { runTask } from '../execution/execute.js';
import { inner } from '../execution/frames.js';
import { Cancelled } from '../plan/errors.js';
import { END, type Frame, type Scope, type TaskNode } from '../plan/node.js';
import type { TaskType } from '../plan/task-type.js';

/**
 * Performs its branches side by side, each with the same input and its own `$context`.
 * Without `compete` the output is a list of the branches' outputs, in declaration order, and the first fault or `end`
 * stops the other branches. With `compete` it is that of the first branch to complete; a fault counts only when no branch
 * is left. The host records which branch decided, so that a replay ends the same way.
 */
export const fork: TaskType = {
  key: 'fork',
  compile(definition, context) {
    const value = objectOr(definition['fork']);
    const { tasks } = context.block(value['branches'], `${context.pointer}/fork/branches`, true);
    const compete = value['compete'] === true;
    return {
      perform: (scope) => (tasks.length === 0 ? (compete ? null : []) : race(tasks, compete, scope)),
    };
  },
};

interface Branch {
  readonly frame: Frame;
  /** Resolves when the branch has ended, also when it faulted. */
  settled: Promise<void>;
  output?: Json;
  error?: unknown;
}

async function race(tasks: readonly TaskNode[], compete: boolean, scope: Scope): Promise<Json> {
  const own = new JoinedSignal(scope.signal);
  const before = scope.frame.context.value;
  const branches = tasks.map((task): Branch => {
    const frame = inner(scope, { narrowed: own.signal, context: { value: before } });
    return start(task, frame, scope.input);
  });
  try {
    const decisive = await firstDecisive(branches, compete, scope);
    if (decisive === undefined) {
      joinContexts(branches, before, scope);
      return branches.map(({ output }) => output ?? null);
    }
    if (decisive.error !== undefined) throw decisive.error;
    joinContexts([decisive], before, scope);
    if (decisive.frame.next === END) scope.directive = END;
    return decisive.output ?? null;
  } finally {
    own.abort(new Cancelled('Another branch decided the fork'));
    await Promise.all(branches.map(({ settled }) => settled));
    own.release();
  }
}

function start(task: TaskNode, frame: Frame, input: Json): Branch {
  const branch: Branch = { frame, settled: Promise.resolve() };
  branch.settled = runTask(task, frame, input, 1).then(
    (output) => {
      branch.output = output;
    },
    (error) => {
      branch.error = error;
    },
  );
  return branch;
}

/** Returns the branch that alone decides the outcome, or undefined when all branches contribute to it. */
function firstDecisive(
  branches: readonly Branch[],
  compete: boolean,
  scope: Scope,
): Promise<Branch | undefined> {
  const { host } = scope.frame.run;
  let left = branches.length;
  let decided: Json | undefined;
  return new Promise((resolve, reject) => {
    const settle = (branch: Branch, index: number) => {
      left--;
      const faulted = branch.error !== undefined;
      if (scope.signal.aborted && faulted) return reject(scope.signal.reason);
      const decides = compete ? !faulted || left === 0 : faulted || branch.frame.next === END;
      if (decides) decided ??= host.value(`${scope.key}:decided`, () => index);
      // On a replay another branch may come first; the recorded one still decides.
      if (decided === index) resolve(branch);
      else if (left === 0) resolve(typeof decided === 'number' ? branches[decided] : undefined);
    };
    branches.forEach((branch, index) => {
      const decidable = host.beforeDecision
        ? branch.settled.then(() => host.beforeDecision?.(`${scope.key}:decided`))
        : branch.settled;
      decidable.then(() => settle(branch, index)).catch(reject);
    });
  });
}

/** Merges the exports of the branches in declaration order: a later branch wins only where both changed a member. */
function joinContexts(branches: readonly Branch[], before: Json, scope: Scope): void {
  let joined = before;
  for (const { frame } of branches) {
    const after = frame.context.value;
    if (after === before) continue;
    joined = isObject(joined) && isObject(after) && isObject(before) ? merged(joined, after, before) : after;
  }
  scope.frame.context.value = joined;
}

function merged(joined: JsonObject, after: JsonObject, before: JsonObject): Json {
  const result = { ...joined };
  for (const [key, value] of Object.entries(after)) {
    const old = member(before, key);
    if (old === undefined || !isEqual(value, old)) result[key] = value;
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) delete result[key];
  }
  return result;
}
