import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { kindOf, textOf } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { ContainerRequest } from '../../plan/host.js';
import type { DurationOf, Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';
import { compileProcessInput, type ProcessOptions, processBody } from './process.js';

const pullPolicies = ['ifNotPresent', 'always', 'never'] as const;

type Fields = Omit<ContainerRequest, 'arguments' | 'environment' | 'stdin' | 'labels'>;

/**
 * Compiles a container. Its command is a line for the shell of the image, whose arguments are `$1`, `$2` and so on;
 * without a command they are those of the image's own.
 */
export function runContainer(value: Json, options: ProcessOptions, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/run/container`;
  const container = objectOr(value);
  if (container['image'] === undefined) return context.fault(pointer, 'needs `image`');
  const process = compileProcessInput(container, pointer, context);
  const fields = compileFields(container, pointer, context);
  return processBody((input, scope) => {
    const { arguments: given, ...rest } = process(input, scope);
    if (!Array.isArray(given) && Object.keys(given).length > 0) {
      throw taskError('configuration', scope, '`arguments` of a container must be a list');
    }
    const list = Array.isArray(given) ? given.map(textOf) : [];
    const evaluated = { ...fields(input, scope), ...rest, arguments: list };
    const { host } = scope.frame.run;
    return (effect, signal) => {
      const labels = { run: host.run.id, step: effect.idempotencyKey };
      const name = evaluated.name || defaultName(scope);
      return host.script({ ...evaluated, name, labels }, effect, signal);
    };
  }, options);
}

function compileFields(
  container: JsonObject,
  pointer: string,
  context: TaskContext,
): (input: Json, scope: Scope) => Fields {
  const template = (name: string) => context.template(container[name] ?? null, `${pointer}/${name}`);
  const [image, name, command] = [template('image'), template('name'), template('command')];
  const [ports, volumes] = [template('ports'), template('volumes')];
  const cleanup = compileCleanup(container['lifetime'], `${pointer}/lifetime`, context);
  const pullPolicy = pullPolicies.find((each) => each === container['pullPolicy']) ?? 'ifNotPresent';
  return (input, scope) => {
    const line = fill(command, input, scope);
    return {
      image: matching(fill(image, input, scope), 'image', /^[\w][\w./:@-]{0,511}$/, scope),
      name: nameOf(fill(name, input, scope), scope),
      ...(line === null ? {} : { command: textOf(line) }),
      ports: mapOf(fill(ports, input, scope), 'ports', /^\d{1,5}(?:\/(?:tcp|udp))?$/, scope),
      volumes: mapOf(fill(volumes, input, scope), 'volumes', /^[^:,\0]+$/, scope),
      pullPolicy,
      cleanup: typeof cleanup === 'function' ? { afterMs: cleanup(input, scope) } : cleanup,
    };
  };
}

function compileCleanup(
  value: Json | undefined,
  pointer: string,
  context: TaskContext,
): 'always' | 'never' | DurationOf {
  const { cleanup = 'never', after } = objectOr(value);
  if (cleanup === 'always' || cleanup === 'never') return cleanup;
  if (cleanup === 'eventually' && after !== undefined) return context.duration(after, `${pointer}/after`);
  context.fault(pointer, '`lifetime` needs `cleanup: always`, `never`, or `eventually` with `after`');
  return 'never';
}

function nameOf(value: Json, scope: Scope): string {
  return value === null ? '' : matching(value, 'name', /^[A-Za-z0-9][\w.-]{0,127}$/, scope);
}

/** The name that the language recommends: flow, random id, namespace and task. */
function defaultName(scope: Scope): string {
  const { document } = scope.frame.run.flow.definition;
  const { name, namespace } = objectOr(document);
  return `${name}-${randomUUID()}.${namespace}-${scope.task.name}`.replace(/[^\w.-]/g, '_').slice(0, 128);
}

function mapOf(value: Json, name: string, pattern: RegExp, scope: Scope): Record<string, string> {
  if (value === null) return {};
  if (!isObject(value)) {
    throw taskError('configuration', scope, `\`${name}\` must be an object, not ${kindOf(value)}`);
  }
  const entries = Object.entries(value).map(([from, to]) => [
    matching(from, name, pattern, scope),
    matching(textOf(to), name, pattern, scope),
  ]);
  return Object.fromEntries(entries);
}

function matching(value: Json, name: string, pattern: RegExp, scope: Scope): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  const shown = typeof value === 'string' ? `\`${value.slice(0, 100)}\`` : kindOf(value);
  throw taskError('configuration', scope, `\`${name}\` of the container cannot be ${shown}`);
}
