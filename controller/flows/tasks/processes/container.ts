import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../../schemas/json/values.js';
import { kindOf, textOf } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { ContainerRequest } from '../../plan/host.js';
import type { DurationOf, Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill, objectTemplate, type Template } from '../../plan/template.js';
import { compileProcessInput, type ProcessOptions, processBody } from './process.js';

const pullPolicies = ['ifNotPresent', 'always', 'never'] as const;

const listNeeded = '`arguments` of a container must be a list';

type Fields = Omit<ContainerRequest, 'arguments' | 'environment' | 'stdin' | 'labels'>;

/**
 * Compiles a container. Its command is a line for the shell of the image, whose arguments are `$1`, `$2` and so on;
 * without a command they are those of the image's own.
 */
export function runContainer(value: Json, options: ProcessOptions, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/run/container`;
  const container = objectOr(value);
  if (container['image'] === undefined) return context.fault(pointer, 'needs `image`');
  const written = container['arguments'];
  if (isObject(written) && Object.keys(written).length > 0) {
    return context.fault(
      `${pointer}/arguments`,
      listNeeded,
      'Write `arguments: [ "a" ]`; `$1` is the first.',
    );
  }
  const process = compileProcessInput(container, pointer, context);
  const fields = compileFields(container, pointer, context);
  return processBody((input, scope) => {
    const { arguments: given, ...rest } = process(input, scope);
    if (!Array.isArray(given) && Object.keys(given).length > 0) {
      throw taskError('configuration', scope, listNeeded);
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
  const text = (name: string) => compileText(container[name] ?? null, `${pointer}/${name}`, context);
  const [image, name, command] = [text('image'), text('name'), text('command')];
  const map = (name: string) => compileMap(container[name] ?? null, `${pointer}/${name}`, context);
  const [ports, volumes] = [map('ports'), map('volumes')];
  const cleanup = compileCleanup(container['lifetime'], `${pointer}/lifetime`, context);
  if (name.constant && name.value !== null && cleanup !== 'always') reportTakenName(pointer, context);
  const pullPolicy = pullPolicies.find((each) => each === container['pullPolicy']) ?? 'ifNotPresent';
  return (input, scope) => {
    const line = fill(command, input, scope);
    return {
      image: checked(fill(image, input, scope), 'image', scope),
      name: nameOf(fill(name, input, scope), scope),
      ...(line === null ? {} : { command: textOf(line) }),
      ports: mapOf(fill(ports, input, scope), 'ports', scope),
      volumes: mapOf(fill(volumes, input, scope), 'volumes', scope),
      pullPolicy,
      cleanup: typeof cleanup === 'function' ? { afterMs: cleanup(input, scope) } : cleanup,
    };
  };
}

/** Compiles a field; a constant value is checked at once. */
function compileText(value: Json, pointer: string, context: TaskContext): Template {
  const template = context.template(value, pointer);
  if (template.constant && value !== null) report(template.value, pointer, pointer, context);
  return template;
}

function compileMap(value: Json, pointer: string, context: TaskContext): Template {
  if (!isObject(value)) return context.template(value, pointer);
  const members = Object.entries(value).map(([from, to]): [string, Template] => {
    const at = pointerTo(pointer, from);
    const template = context.template(to, at);
    report(from, pointer, at, context, 'name');
    if (template.constant) report(textOf(template.value), pointer, at, context);
    return [from, template];
  });
  return objectTemplate(members, value);
}

function report(value: Json, field: string, pointer: string, context: TaskContext, at?: 'name'): void {
  const fault = faultOf(value, field.slice(field.lastIndexOf('/') + 1));
  if (fault === undefined) return;
  const [message, hint] = fault;
  context.report({ rule: 'flow-structure', pointer, message, hint, ...(at ? { at } : {}) });
}

function reportTakenName(pointer: string, context: TaskContext): void {
  context.report({
    rule: 'flow-structure',
    severity: 'warning',
    pointer: `${pointer}/name`,
    message: 'the container keeps its name after its end, so that the next run cannot take it',
    hint: 'Write `lifetime: { cleanup: always }`, or leave `name` out.',
  });
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
  return value === null ? '' : checked(value, 'name', scope);
}

/** The name that the language recommends: flow, random id, namespace and task. */
function defaultName(scope: Scope): string {
  const { document } = scope.frame.run.flow.definition;
  const { name, namespace } = objectOr(document);
  return `${name}-${randomUUID()}.${namespace}-${scope.task.name}`.replace(/[^\w.-]/g, '_').slice(0, 128);
}

function mapOf(value: Json, name: string, scope: Scope): Record<string, string> {
  if (value === null) return {};
  if (!isObject(value)) {
    throw taskError('configuration', scope, `\`${name}\` must be an object, not ${kindOf(value)}`);
  }
  const entries = Object.entries(value).map(([from, to]) => [
    checked(from, name, scope),
    checked(textOf(to), name, scope),
  ]);
  return Object.fromEntries(entries);
}

function checked(value: Json, name: string, scope: Scope): string {
  const fault = faultOf(value, name);
  if (fault === undefined) return value as string;
  throw taskError('configuration', scope, fault[0]);
}

const part = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const image = new RegExp(
  String.raw`^(?:(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w.-]+(?=:))(?::\d+)?/)?${part}(?:/${part})*(?::\w[\w.-]{0,127})?(?:@[a-z0-9+._-]+:[\da-f]{32,128})?$`,
);

/** The values that docker and podman take, with an example of each. */
const forms: Readonly<Record<string, readonly [(value: string) => boolean, string]>> = {
  command: [() => true, ''],
  image: [(value) => value.length <= 512 && image.test(value), '`alpine:3.20`, or `ghcr.io/acme/tool:1.2`'],
  name: [(value) => /^[A-Za-z0-9][\w.-]{1,127}$/.test(value), '`job-1`'],
  ports: [isPort, 'a port of this machine and one of the container: `8080: 80`'],
  volumes: [
    (value) => /^[^:,\0]+$/.test(value),
    'a folder of this machine and one of the container: `/srv/data: /data`',
  ],
};

function isPort(value: string): boolean {
  const [, port] = /^(\d{1,5})(?:\/(?:tcp|udp))?$/.exec(value) ?? [];
  return port !== undefined && Number(port) > 0 && Number(port) < 65_536;
}

/** Returns the message and the hint about a value that docker and podman refuse. */
function faultOf(value: Json, name: string): [message: string, hint: string] | undefined {
  const [fits, example = ''] = forms[name] ?? [];
  if (typeof value === 'string' && fits?.(value) !== false) return undefined;
  const shown = typeof value === 'string' ? `\`${value.slice(0, 100)}\`` : kindOf(value);
  return [`\`${name}\` of the container cannot be ${shown}`, `Write ${example}.`];
}
