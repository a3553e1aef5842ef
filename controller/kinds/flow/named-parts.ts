import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { didYouMean } from '../../../schemas/nearest.js';
import type { PointedFinding } from '../../catalog/index.js';

/** The parts of a flow that a test may name. */
interface NamedParts {
  readonly tasks: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly secrets: ReadonlySet<string>;
  /** True where the flow runs other flows or functions of files, whose parts a test may name too. */
  readonly hasOthers: boolean;
}

/** Lists the parts of a flow that a test may name, so that tests are checked again when they change. */
export function listNamedParts(definition: JsonObject): Json {
  const { tasks, calls, secrets, hasOthers } = findNamedParts(definition);
  return [[...tasks].sort(), [...calls].sort(), [...secrets].sort(), hasOthers];
}

function findNamedParts(definition: JsonObject): NamedParts {
  const tasks = new Set<string>();
  const calls = new Set<string>();
  let hasOthers = false;
  const waiting: Json[] = [definition];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) {
        if (isObject(item)) addTask(item, tasks);
        waiting.push(item);
      }
    } else if (isObject(value)) {
      const { call, run } = value;
      if (typeof call === 'string') {
        calls.add(call);
        if (call.includes('@') || call.includes('/')) hasOthers ||= !builtIn.test(call);
      }
      if (isObject(run) && run['workflow'] !== undefined) hasOthers = true;
      for (const member of Object.values(value)) waiting.push(member);
    }
  }
  const { secrets } = objectOr(definition['use']);
  return { tasks, calls, secrets: new Set(Array.isArray(secrets) ? secrets.map(String) : []), hasOthers };
}

/** Calls that reach no file: of entities, and of functions that svc has. */
const builtIn = /^(?:store|mapping|template)\/|@default$/;

/** An item of a list of tasks has the name of the task as its only member. */
function addTask(item: JsonObject, tasks: Set<string>): void {
  const [entry, ...others] = Object.entries(item);
  if (entry !== undefined && others.length === 0 && isObject(entry[1])) tasks.add(entry[0]);
}

const protocols = new Set(['http', 'openapi', 'grpc', 'asyncapi', 'mcp', 'a2a']);

/** Checks that the answers of a test name what the flow has. @param entries the members of each entry that name something */
export function checkGivenNames(definition: JsonObject, entries: Json | undefined): PointedFinding[] {
  if (!Array.isArray(entries) || entries.length === 0) return [];
  const { tasks, calls, secrets, hasOthers } = findNamedParts(definition);
  const flow = String(objectOr(definition['document'])['name'] ?? '');
  return entries.flatMap((item, index): PointedFinding[] => {
    const entry = objectOr(item);
    const check = (field: string, what: string, names: ReadonlySet<string>): PointedFinding[] => {
      const name = entry[field];
      if (typeof name !== 'string' || names.has(name) || name.startsWith('/')) return [];
      const [hint] = didYouMean(name, [...names]);
      const message = `the flow \`${flow}\` has no ${what} \`${name}\``;
      const pointer = `/given/${index}/${field}`;
      return [{ rule: 'reference-unmet', severity: 'error', pointer, message, hint: hint ?? listed(names) }];
    };
    const call = entry['call'];
    const isProtocol = typeof call === 'string' && (protocols.has(call) || call.includes(' '));
    return [
      ...check('secret', 'secret', secrets),
      ...(hasOthers
        ? []
        : [
            ...check('task', 'task', tasks),
            ...check('listen', 'task', tasks),
            ...check('humanTask', 'task', tasks),
            ...(isProtocol ? [] : check('call', 'call', calls)),
          ]),
    ];
  });
}

function listed(names: ReadonlySet<string>): string {
  const some = [...names].slice(0, 10).map((name) => `\`${name}\``);
  return some.length === 0 ? 'It has none.' : `It has ${some.join(', ')}.`;
}
