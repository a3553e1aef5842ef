import { parse } from 'yaml';
import type { TaskEvent } from '../../controller/flows/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { at, difference, memberDifference } from './compare.js';
import type { StubRule } from './stub.js';
import type { Outcome, World } from './world.js';

/** A form of steps. `run` throws when the statement of the step is false. */
export interface StepForm {
  readonly pattern: RegExp;
  run(world: World, words: readonly string[], block: string): Promise<void> | void;
}

/** Step forms of the specification's conformance test kit. */
const specified: readonly StepForm[] = [
  {
    pattern: /^(?:given )?a workflow with definition:$/,
    run: (world, _, block) => {
      world.plan = world.compile(read(world, block) as JsonObject);
    },
  },
  {
    pattern: /^(?:given )?the workflow input is:$/,
    run: (world, _, block) => {
      world.input = read(world, block);
    },
  },
  { pattern: /^the workflow is executed$/, run: (world) => world.execute() },
  { pattern: /^the workflow should cancel$/, run: (world) => void outcome(world, 'cancelled') },
  { pattern: /^the workflow should complete$/, run: (world) => void output(world) },
  {
    pattern: /^the workflow should complete with output:$/,
    run: (world, _, block) => check(difference(output(world), read(world, block))),
  },
  { pattern: /^the workflow should fault$/, run: (world) => void outcome(world, 'faulted') },
  {
    pattern: /^the workflow should fault with error:$/,
    run: (world, _, block) => {
      const { error } = outcome(world, 'faulted');
      check(memberDifference({ ...error }, read(world, block)));
    },
  },
  {
    pattern: /^the workflow output should have properties (.+)$/,
    run: (world, [list = '']) => {
      for (const path of readPaths(list)) property(world, path);
    },
  },
  {
    pattern: /^the workflow output should have an? '([^']+)' property with value:$/,
    run: (world, [path = ''], block) => check(difference(property(world, path), read(world, block), path)),
  },
  {
    pattern: /^the workflow output should have an? '([^']+)' property containing (\d+) items?$/,
    run: (world, [path = '', count]) => {
      const items = property(world, path);
      const found = Array.isArray(items) ? items.length : undefined;
      check(found === Number(count) ? undefined : `${path} contains ${found ?? 'no'} items`);
    },
  },
  {
    pattern: /^(\S+) should run (first|last)$/,
    run: (world, [task = '', place]) => {
      const order = started(world);
      const found = place === 'first' ? order[0] : order.at(-1);
      check(found === task ? undefined : `\`${found}\` ran ${place}`);
    },
  },
  {
    pattern: /^(\S+) should run (before|after) (\S+)$/,
    run: (world, [task = '', order, other = '']) => {
      const [first, second] = [place(world, task), place(world, other)];
      const holds = order === 'before' ? first < second : first > second;
      check(holds ? undefined : `they ran in the order ${started(world).join(', ')}`);
    },
  },
  { pattern: /^(\S+) should cancel$/, run: (world, [task = '']) => void event(world, task, 'cancelled') },
  { pattern: /^(\S+) should complete$/, run: (world, [task = '']) => void event(world, task, 'completed') },
  {
    pattern: /^(\S+) should complete with output:$/,
    run: (world, [task = ''], block) =>
      check(difference(event(world, task, 'completed').data, read(world, block))),
  },
  { pattern: /^(\S+) should fault$/, run: (world, [task = '']) => void event(world, task, 'faulted') },
  {
    pattern: /^(\S+) should fault with error:$/,
    run: (world, [task = ''], block) =>
      check(memberDifference({ ...event(world, task, 'faulted').error }, read(world, block))),
  },
];

/** Further step forms that the project's own features use. */
const additional: readonly StepForm[] = [
  {
    pattern: /^another workflow with definition:$/,
    run: (world, _, block) => {
      const plan = world.compile(read(world, block) as JsonObject);
      world.others.set(`${plan.namespace}/${plan.name}`, plan);
    },
  },
  {
    pattern: /^a stub that answers:$/,
    run: (world, _, block) => world.stub.answers(read(world, block) as unknown as StubRule[]),
  },
  {
    pattern: /^these events arrive:$/,
    run: (world, _, block) => {
      const events = read(world, block) as JsonObject[];
      world.arriving = events.map((event, index) => ({
        specversion: '1.0',
        id: String(index + 1),
        source: 'https://example.com',
        ...event,
      }));
    },
  },
  {
    pattern: /^the workflow should have sent:$/,
    run: (world, _, block) => {
      const wanted = read(world, block) as JsonObject[];
      const sent = world.sent();
      check(sent.length === wanted.length ? undefined : `${sent.length} events were sent`);
      for (const [index, event] of wanted.entries()) check(memberDifference(sent[index] ?? null, event));
    },
  },
  {
    pattern: /^the workflow is executed and cancelled while (\S+) runs$/,
    run: (world, [task]) => world.execute(task),
  },
  {
    pattern: /^the stub should have received:$/,
    run: (world, _, block) => check(difference(world.stub.requests, read(world, block))),
  },
  {
    pattern: /^(\S+) should run (\d+) times?$/,
    run: (world, [task = '', count]) => {
      const found = started(world).filter((name) => name === task).length;
      check(found === Number(count) ? undefined : `it ran ${found} times`);
    },
  },
  {
    pattern: /^(\S+) should be skipped$/,
    run: (world, [task = '']) => void event(world, task, 'skipped'),
  },
];

export const stepForms: readonly StepForm[] = [...specified, ...additional];

/** Reads a list such as `'id', 'pet.name'`. @throws Error for a list of another form, of which nothing would be checked */
function readPaths(list: string): string[] {
  if (!/^'[^']+'(?:\s*,\s*'[^']+')*$/.test(list.trim()))
    throw new Error(`${list} is no list of quoted paths`);
  return [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
}

function read(world: World, block: string): Json {
  return parse(world.text(block)) as Json;
}

function check(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}

function outcome<Status extends Outcome['status']>(
  world: World,
  status: Status,
): Extract<Outcome, { status: Status }> {
  if (world.outcome?.status === status) return world.outcome as Extract<Outcome, { status: Status }>;
  throw new Error(`the workflow did not end as ${status}: ${JSON.stringify(world.outcome)}`);
}

function output(world: World): Json {
  return outcome(world, 'completed').output;
}

function property(world: World, path: string): Json {
  const value = at(output(world), path);
  if (value !== undefined) return value;
  throw new Error(`the output has no '${path}': ${JSON.stringify(output(world))}`);
}

function started(world: World): string[] {
  return world.events.filter(({ type }) => type === 'started').map(({ name }) => name);
}

function place(world: World, task: string): number {
  const index = started(world).indexOf(task);
  if (index >= 0) return index;
  throw new Error(`\`${task}\` did not run`);
}

function event(world: World, task: string, type: TaskEvent['type']): TaskEvent {
  const found = world.events.findLast((each) => each.name === task && each.type === type);
  if (found !== undefined) return found;
  const seen = world.events.filter(({ name }) => name === task).map((each) => each.type);
  throw new Error(`\`${task}\` is not ${type}; seen: ${seen.join(', ') || 'nothing'}`);
}
